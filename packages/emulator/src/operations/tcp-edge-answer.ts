import type { TcpEdge } from "@traffic-policy/policy-language/service";
import type { StoredEdge } from "../state/state.ts";

/**
 * A TCP edge as the service answers it.
 *
 * @param baseUrl - what the URIs begin with
 */
export function tcpEdgeAnswer(edge: StoredEdge, baseUrl: string): TcpEdge & { policy: null } {
  const { id, created_at, hostports, backend, ip_restriction, traffic_policy } = edge;
  const ref = (path: string, of: string): { id: string; uri: string } => ({
    id: of,
    uri: `${baseUrl}${path}/${encodeURIComponent(of)}`,
  });
  return {
    ...ref("/edges/tcp", id),
    ...(edge.description === undefined ? {} : { description: edge.description }),
    ...(edge.metadata === undefined ? {} : { metadata: edge.metadata }),
    created_at,
    hostports,
    backend: backend && {
      enabled: backend.enabled,
      backend: ref("/backends", backend.backend_id),
    },
    ip_restriction: ip_restriction && {
      enabled: ip_restriction.enabled,
      ip_policies: ip_restriction.ip_policy_ids.map((of) => ref("/ip_policies", of)),
    },
    policy: null,
    traffic_policy,
  };
}
