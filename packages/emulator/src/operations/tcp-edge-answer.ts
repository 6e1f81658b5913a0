import type { TcpEdge } from "@traffic-policy/policy-language/service";
import type { StoredEdge } from "../state/records.ts";
import { refTo } from "./ref-to.ts";

/**
 * A TCP edge as the service answers it.
 *
 * @param baseUrl - what the URIs begin with
 */
export function tcpEdgeAnswer(edge: StoredEdge, baseUrl: string): TcpEdge & { policy: null } {
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
