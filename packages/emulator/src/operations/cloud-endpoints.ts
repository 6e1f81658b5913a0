import {
  cloudEndpointUpdateSchema,
  limits,
  type CloudEndpointInput,
  type CloudEndpointUpdate,
  type Endpoint,
} from "@traffic-policy/policy-language/service";
import type { Dialect } from "@traffic-policy/policy-language";
import { CloudRefusal } from "../answers/cloud-refusal.ts";
import { notFound, Refusal } from "../answers/refusal.ts";
import {
  isCloudEndpoint,
  newEndpointId,
  type State,
  type StoredCloudEndpoint,
} from "../state/state.ts";
import { checkEndpointPolicy } from "./endpoint-policy.ts";
import { parseServedUrl, type ServedUrl } from "./endpoint-url.ts";
import { endpointAnswer } from "./endpoints.ts";
import type { Call, Service } from "./operation.ts";

export async function createCloudEndpoint(
  { store, baseUrl, dialect }: Service,
  { body }: Call<CloudEndpointInput>,
): Promise<Endpoint> {
  const endpoint = await store.change((state) => create(state, body, dialect));
  return endpointAnswer(endpoint, store.state, baseUrl);
}

export async function updateCloudEndpoint(
  { store, baseUrl, dialect }: Service,
  { ids, body }: Call<CloudEndpointUpdate>,
): Promise<Endpoint> {
  const endpoint = await store.change((state) => update(state, ids.id, body, dialect));
  return endpointAnswer(endpoint, store.state, baseUrl);
}

export async function deleteCloudEndpoint({ store }: Service, { ids }: Call): Promise<void> {
  await store.change((state) => state.endpoints.delete(find(state, ids.id).id));
}

function create(
  state: State,
  input: CloudEndpointInput,
  dialect: Dialect | undefined,
): StoredCloudEndpoint {
  const now = new Date().toISOString();
  const { url = "", traffic_policy: policy = "" } = input;
  const { bindings = ["public"] } = input;
  const place = { url: parsedUrl(url), bindings };
  checkTexts(input);
  checkEndpointPolicy(policy, place, dialect);
  const endpoint: StoredCloudEndpoint = {
    id: "",
    created_at: now,
    updated_at: now,
    url,
    description: input.description ?? "",
    metadata: input.metadata ?? "",
    bindings,
    pooling_enabled: input.pooling_enabled ?? false,
    traffic_policy: policy,
  };
  checkIsFree(state, endpoint);
  const added = { ...endpoint, id: newEndpointId(state) };
  state.endpoints.add(added);
  return added;
}

const fields = Object.keys(cloudEndpointUpdateSchema.properties);

function update(
  state: State,
  id: string,
  input: CloudEndpointUpdate,
  dialect: Dialect | undefined,
): StoredCloudEndpoint {
  const before = find(state, id);
  const present = Object.entries(input).filter(([field]) => fields.includes(field));
  if (present.length === 0) throw new CloudRefusal(18_004, "The update has no field to change.");
  const changes: CloudEndpointUpdate = Object.fromEntries(present);
  const endpoint = { ...before, ...changes, updated_at: new Date().toISOString() };
  const url = parsedUrl(endpoint.url);
  if (url.scheme !== parsedUrl(before.url).scheme) {
    throw new CloudRefusal(18_005, "The scheme of the URL of an endpoint cannot be changed.");
  }
  checkTexts(changes);
  if (changes.traffic_policy !== undefined) {
    checkEndpointPolicy(changes.traffic_policy, { url, bindings: endpoint.bindings }, dialect);
  }
  checkIsFree(state, endpoint);
  state.endpoints.replace(endpoint);
  return endpoint;
}

function find(state: State, id: string): StoredCloudEndpoint {
  const endpoint = state.endpoints.get(id);
  if (endpoint === undefined) throw notFound(`There is no endpoint ${id}.`);
  if (isCloudEndpoint(endpoint)) return endpoint;
  throw new Refusal(400, "read_only_endpoint", `${id} is not a cloud endpoint: it is read-only.`);
}

// Four codes are documented for URLs, and not which of them stands for what.
function parsedUrl(url: string): ServedUrl {
  const parsed = parseServedUrl(url);
  if (parsed !== undefined) return parsed;
  throw new CloudRefusal(
    18_001,
    "url is not a URL like https://demo.example or tcp://a.example:22.",
  );
}

function checkTexts({ description, metadata }: CloudEndpointUpdate): void {
  checkBytes(18_012, "description", description, limits.descriptionBytes);
  checkBytes(18_013, "metadata", metadata, limits.metadataBytes);
}

function checkBytes(code: number, field: string, text: string | undefined, limit: number): void {
  const bytes = text === undefined ? 0 : Buffer.byteLength(text);
  if (bytes <= limit) return;
  throw new CloudRefusal(code, `${field} has ${bytes} bytes, and at most ${limit} are allowed.`);
}

/** Refuses a URL that is already served. Endpoints can share a URL only when all of them are pooled. */
function checkIsFree(
  state: State,
  { id, url, pooling_enabled: isPooled }: StoredCloudEndpoint,
): void {
  for (const other of state.endpoints.values()) {
    if (!isCloudEndpoint(other) || other.id === id || other.url !== url) continue;
    if (isPooled && other.pooling_enabled) continue;
    throw new CloudRefusal(18_009, `The URL is in use by the endpoint ${other.id}.`);
  }
}
