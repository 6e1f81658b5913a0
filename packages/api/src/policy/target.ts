import type { Target } from "@traffic-policy/policy-language";
import type { Retries, Timeouts } from "../configuration/settings.ts";
import type { Endpoints } from "../service/endpoints.ts";
import type { RouteTrafficPolicy } from "../service/route-traffic-policy.ts";
import type { TcpEdges } from "../service/tcp-edges.ts";

export type { Target };

export type TargetOf<Kind extends Target["kind"]> = Extract<Target, { readonly kind: Kind }>;

/** A client, or several by service name; with several, each target names its service. */
export type Clients = Operations | ReadonlyMap<string, Operations>;

/**
 * Returns the client for a target.
 *
 * @throws Error when no client has this name, which is a caller's mistake
 */
export function clientFor(
  clients: Clients,
  { service = "" }: { readonly service?: string },
): Operations {
  if (!(clients instanceof Map)) return clients as Operations;
  const client = (clients as ReadonlyMap<string, Operations>).get(service);
  if (client !== undefined) return client;
  throw new Error(`There is no client for the service ${JSON.stringify(service)}.`);
}

export interface Operations {
  readonly tcpEdges: TcpEdges;
  readonly httpsRoutes: { readonly trafficPolicy: RouteTrafficPolicy };
  readonly endpoints: Endpoints;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
}
