import type { Retries, Timeouts } from "../configuration/settings.ts";
import type { RouteTrafficPolicy } from "../service/route-traffic-policy.ts";
import type { TcpEdges } from "../service/tcp-edges.ts";

/** A place that holds a policy: one TCP edge or one HTTPS route. */
export type Target =
  | { readonly kind: "tcp-edge"; readonly edge: string }
  | { readonly kind: "https-route"; readonly edge: string; readonly route: string };

/** The operations of a client that reading and writing policies needs, and its patience with them. */
export interface Operations {
  readonly tcpEdges: TcpEdges;
  readonly httpsRoutes: { readonly trafficPolicy: RouteTrafficPolicy };
  readonly timeouts: Timeouts;
  readonly retries: Retries;
}
