import type { FastifyInstance } from "fastify";
import type { Endpoint, Ref } from "@traffic-policy/policy-language/service";
import { listPage } from "../server/page.ts";
import { notFound } from "../server/refusal.ts";
import type { Store } from "../state/store.ts";
import type { State, StoredEdge, StoredEndpoint } from "../state/state.ts";

/** Adds the operations on endpoints, which are all read-only. */
export function addEndpointOperations(
  server: FastifyInstance,
  store: Store,
  { pageSize }: { readonly pageSize: number },
): void {
  server.get("/endpoints", async ({ query }) => {
    const { state } = store;
    const baseUrl = server.listeningOrigin;
    const place = { uri: `${baseUrl}/endpoints`, largest: pageSize };
    const { items, ...page } = listPage(state.endpoints, query, place);
    return { endpoints: items.map((item) => endpointAnswer(item, state, baseUrl)), ...page };
  });

  server.get<{ Params: { id: string } }>("/endpoints/:id", async ({ params }) => {
    const { state } = store;
    const endpoint = state.endpoints.get(params.id);
    if (endpoint === undefined) throw notFound(`There is no endpoint ${params.id}.`);
    return endpointAnswer(endpoint, state, server.listeningOrigin);
  });
}

/**
 * Makes the endpoints of an edge what its hostports say: one for each. What endpoints an edge has is
 * not shown by the contract.
 *
 * @param before - the edge as it was
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
    state.lastEndpoint += 1;
    state.endpoints.add({
      id: `ep_${state.lastEndpoint}`,
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
function endpointAnswer(endpoint: StoredEndpoint, state: State, baseUrl: string): Endpoint {
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

/** How an answer names a resource: its identifier, and its URI under the path of its kind. */
export function refTo(baseUrl: string, path: string, id: string): Ref {
  // A body may hold half a character in an escape, and no URI can.
  return { id, uri: `${baseUrl}${path}/${encodeURIComponent(id.toWellFormed())}` };
}
