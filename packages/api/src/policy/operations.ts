import type { RouteTrafficPolicy } from "../service/route-traffic-policy.ts";
import type { TcpEdges } from "../service/tcp-edges.ts";

/** The operations of a client that reading and writing policies needs. */
export interface Operations {
  readonly tcpEdges: TcpEdges;
  readonly httpsRoutes: { readonly trafficPolicy: RouteTrafficPolicy };
}
