import type { Retries } from "../configuration/retries.ts";
import type { Timeouts } from "../configuration/timeouts.ts";
import type { RouteTrafficPolicy } from "../service/route-traffic-policy.ts";
import type { TcpEdges } from "../service/tcp-edges.ts";

/** The operations of a client that reading and writing policies needs, and its patience with them. */
export interface Operations {
  readonly tcpEdges: TcpEdges;
  readonly httpsRoutes: { readonly trafficPolicy: RouteTrafficPolicy };
  readonly timeouts: Timeouts;
  readonly retries: Retries;
}
