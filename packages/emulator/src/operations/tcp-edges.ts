import { limits, type TcpEdge, type TcpEdgeInput } from "@traffic-policy/policy-language/service";
import { listPage } from "../answers/page.ts";
import { invalidBody, notFound } from "../answers/refusal.ts";
import { newEdge, type State, type StoredEdge } from "../state/state.ts";
import { refTo, updateEndpoints } from "./endpoints.ts";
import type { Call, Service } from "./operation.ts";
import { storedModule } from "./policy-value.ts";

type AnsweredEdge = TcpEdge & { readonly policy: null };

export async function createTcpEdge(
  { store, baseUrl }: Service,
  { body }: Call<TcpEdgeInput>,
): Promise<AnsweredEdge> {
  const edge = await store.change((state) => create(state, body));
  return tcpEdgeAnswer(edge, baseUrl);
}

export async function listTcpEdges(
  { store, baseUrl, pageSize }: Service,
  { query }: Call,
): Promise<object> {
  const place = { uri: `${baseUrl}/edges/tcp`, largest: pageSize };
  const { items, ...page } = listPage(store.state.tcpEdges, query, place);
  return { tcp_edges: items.map((edge) => tcpEdgeAnswer(edge, baseUrl)), ...page };
}

export async function getTcpEdge(
  { store, baseUrl }: Service,
  { ids }: Call,
): Promise<AnsweredEdge> {
  return tcpEdgeAnswer(find(store.state, ids.id), baseUrl);
}

export async function updateTcpEdge(
  { store, baseUrl }: Service,
  { ids, body }: Call<TcpEdgeInput>,
): Promise<AnsweredEdge> {
  const edge = await store.change((state) => update(state, ids.id, body));
  return tcpEdgeAnswer(edge, baseUrl);
}

export async function deleteTcpEdge({ store }: Service, { ids }: Call): Promise<void> {
  await store.change((state) => remove(state, ids.id));
}

function create(state: State, input: TcpEdgeInput): StoredEdge {
  let number = state.lastTcpEdge;
  let id: string;
  do {
    number += 1;
    id = `edge_${number}`;
  } while (state.tcpEdges.get(id) !== undefined);
  const edge = changed(newEdge(id), input);
  state.lastTcpEdge = number;
  state.tcpEdges.add(edge);
  updateEndpoints(state, edge);
  return edge;
}

function update(state: State, id: string, input: TcpEdgeInput): StoredEdge {
  const before = find(state, id);
  const edge = changed(before, input);
  state.tcpEdges.replace(edge);
  updateEndpoints(state, edge, before);
  return edge;
}

function remove(state: State, id: string): void {
  const gone = find(state, id);
  state.tcpEdges.delete(id);
  updateEndpoints(state, { ...gone, hostports: null }, gone);
}

function find(state: State, id: string): StoredEdge {
  const edge = state.tcpEdges.get(id);
  if (edge === undefined) throw notFound(`There is no TCP edge ${id}.`);
  return edge;
}

function changed(edge: StoredEdge, input: TcpEdgeInput): StoredEdge {
  const { description, metadata, hostports, backend } = input;
  const { ip_restriction: restriction, traffic_policy: policy } = input;
  checkBytes("description", description, limits.descriptionBytes);
  checkBytes("metadata", metadata, limits.metadataBytes);
  const changesEndpoints = metadata !== undefined || hostports !== undefined;
  return {
    ...edge,
    ...(changesEndpoints ? { updated_at: new Date().toISOString() } : {}),
    ...(description === undefined ? {} : { description }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(hostports === undefined ? {} : { hostports }),
    ...(backend && {
      backend: { enabled: backend.enabled ?? true, backend_id: backend.backend_id },
    }),
    ...(restriction && {
      ip_restriction: {
        enabled: restriction.enabled ?? true,
        ip_policy_ids: restriction.ip_policy_ids,
      },
    }),
    ...(policy && { traffic_policy: storedModule(policy, "traffic_policy.value") }),
  };
}

function checkBytes(field: string, text: string | undefined, limit: number): void {
  const bytes = text === undefined ? 0 : Buffer.byteLength(text);
  if (bytes > limit) {
    throw invalidBody(`${field} has ${bytes} bytes, and at most ${limit} are allowed.`);
  }
}

function tcpEdgeAnswer(edge: StoredEdge, baseUrl: string): AnsweredEdge {
  const { id, created_at, hostports, backend, ip_restriction, traffic_policy } = edge;
  return {
    ...refTo(baseUrl, "/edges/tcp", id),
    ...(edge.description === undefined ? {} : { description: edge.description }),
    ...(edge.metadata === undefined ? {} : { metadata: edge.metadata }),
    created_at,
    hostports,
    backend: backend && {
      enabled: backend.enabled,
      backend: refTo(baseUrl, "/backends", backend.backend_id),
    },
    ip_restriction: ip_restriction && {
      enabled: ip_restriction.enabled,
      ip_policies: ip_restriction.ip_policy_ids.map((of) => refTo(baseUrl, "/ip_policies", of)),
    },
    policy: null,
    traffic_policy,
  };
}
