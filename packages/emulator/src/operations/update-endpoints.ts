import type { StoredEdge } from "../state/records.ts";
import type { State } from "../state/state.ts";

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
