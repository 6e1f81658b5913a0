import type { Endpoint, Ref } from "@traffic-policy/policy-language/service";
import { listPage } from "../answers/page.ts";
import { notFound } from "../answers/refusal.ts";
import {
  isCloudEndpoint,
  newEndpointId,
  type State,
  type StoredCloudEndpoint,
  type StoredEdge,
  type StoredEndpoint,
} from "../state/state.ts";
import { hostportOf, parseServedUrl } from "./endpoint-url.ts";
import type { Call, Service } from "./operation.ts";

export async function listEndpoints(
  { store: { state }, baseUrl, pageSize }: Service,
  { query, seesCloudEndpoints }: Call,
): Promise<object> {
  const shown = (endpoint: StoredEndpoint): endpoint is StoredEndpoint =>
    seesCloudEndpoints || !isCloudEndpoint(endpoint);
  const place = { uri: `${baseUrl}/endpoints`, largest: pageSize, shown };
  const { items, ...page } = listPage(state.endpoints, query, place);
  return { endpoints: items.map((item) => endpointAnswer(item, state, baseUrl)), ...page };
}

export async function getEndpoint(
  { store: { state }, baseUrl }: Service,
  { ids: { id }, seesCloudEndpoints }: Call,
): Promise<Endpoint> {
  const endpoint = state.endpoints.get(id);
  if (endpoint === undefined || (isCloudEndpoint(endpoint) && !seesCloudEndpoints)) {
    throw notFound(`There is no endpoint ${id}.`);
  }
  return endpointAnswer(endpoint, state, baseUrl);
}

/**
 * Updates the endpoints of an edge to match its hostports, with one endpoint for each. The contract does not show
 * which endpoints an edge has.
 *
 * @param before - the edge before the change
 */
export function updateEndpoints(state: State, edge: StoredEdge, before?: StoredEdge): void {
  const had = new Set(before?.hostports);
  const has = new Set(edge.hostports);
  if ([...had].some((hostport) => !has.has(hostport))) {
    for (const endpoint of state.endpoints.values()) {
      const isGone = "edge" in endpoint && endpoint.edge === edge.id && !has.has(endpoint.hostport);
      if (isGone) state.endpoints.delete(endpoint.id);
    }
  }
  for (const hostport of has) {
    if (had.has(hostport)) continue;
    state.endpoints.add({
      id: newEndpointId(state),
      created_at: edge.updated_at,
      hostport,
      edge: edge.id,
    });
  }
}

// No region of a service is this machine.
const region = "local";

/**
 * An endpoint as the service answers it; what does not apply to it is left out.
 *
 * @param baseUrl - what the URIs begin with
 */
export function endpointAnswer(endpoint: StoredEndpoint, state: State, baseUrl: string): Endpoint {
  if (isCloudEndpoint(endpoint)) return cloudEndpointAnswer(endpoint, baseUrl);
  const { id, created_at, hostport } = endpoint;
  if ("tunnel" in endpoint) {
    const { proto, public_url, tunnel } = endpoint;
    return {
      id,
      region,
      created_at,
      updated_at: created_at,
      public_url,
      proto,
      hostport,
      type: "ephemeral",
      metadata: "",
      tunnel: refTo(baseUrl, "/tunnels", tunnel),
    };
  }
  const edge = state.tcpEdges.get(endpoint.edge);
  return {
    id,
    region,
    created_at,
    updated_at: edge?.updated_at ?? created_at,
    public_url: `tcp://${hostport}`,
    proto: "tcp",
    hostport,
    type: "edge",
    metadata: edge?.metadata ?? "",
    edge: refTo(baseUrl, "/edges/tcp", endpoint.edge),
  };
}

function cloudEndpointAnswer(endpoint: StoredCloudEndpoint, baseUrl: string): Endpoint {
  const { id, created_at, updated_at, url, ...others } = endpoint;
  // It was parsed when it was stored; a data file may hold anything.
  const { scheme, host, port } = parseServedUrl(url) ?? { scheme: "https", host: "", port: 443 };
  const place = { scheme, host, port };
  return {
    ...refTo(baseUrl, "/endpoints", id),
    region,
    created_at,
    updated_at,
    type: "cloud",
    url,
    public_url: url,
    proto: scheme,
    ...place,
    hostport: hostportOf(place),
    ...others,
  } satisfies Endpoint & typeof place;
}

export function refTo(baseUrl: string, path: string, id: string): Ref {
  // A body may hold half a character in an escape, and no URI can.
  return { id, uri: `${baseUrl}${path}/${encodeURIComponent(id.toWellFormed())}` };
}
