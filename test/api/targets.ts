import type { ParsedPolicy, Target } from "@traffic-policy/api";

export const tcpEdge: Target = { kind: "tcp-edge", edge: "edge_1" };
export const httpsRoute: Target = { kind: "https-route", edge: "edge_2", route: "route_1" };

/** One target of each kind, named for test titles. */
export const targets: readonly (readonly [kind: string, target: Target])[] = [
  [tcpEdge.kind, tcpEdge],
  [httpsRoute.kind, httpsRoute],
];

/** A policy of one rule; the status tells one from another. */
export function denying(status: number, enabled = true): ParsedPolicy {
  const actions = [{ type: "deny", config: { status_code: status } }];
  return { document: { inbound: [{ name: "Deny <&>", actions }] }, enabled };
}
