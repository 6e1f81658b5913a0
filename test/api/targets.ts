import type { ParsedPolicy, Target } from "@traffic-policy/api";
import type { JsonValue } from "@traffic-policy/policy-language";

/** A target whose policy is a module of an edge, with `enabled`. */
export type EdgeTarget = Exclude<Target, { readonly kind: "cloud-endpoint" }>;

export const tcpEdge: EdgeTarget = { kind: "tcp-edge", edge: "edge_1" };
export const httpsRoute: EdgeTarget = { kind: "https-route", edge: "edge_2", route: "route_1" };

export const cloudEndpoint: Target = { kind: "cloud-endpoint", endpoint: "ep_0" };

/** One target of each kind that edges have, named for test titles. */
export const targets: readonly (readonly [kind: string, target: EdgeTarget])[] = [
  [tcpEdge.kind, tcpEdge],
  [httpsRoute.kind, httpsRoute],
];

/** One target of each kind, named for test titles. */
export const allTargets: readonly (readonly [kind: string, target: Target])[] = [
  ...targets,
  [cloudEndpoint.kind, cloudEndpoint],
];

/** A policy of one rule; the status tells one from another. */
export function denying(status: number, enabled = true): ParsedPolicy {
  const actions = [{ type: "deny", config: { status_code: status } }];
  return { document: { inbound: [{ name: "Deny <&>", actions }] }, enabled };
}

/** Makes such policies as a target can hold them: for a cloud endpoint in phases. */
export function denyingFor({ kind }: Target): (status: number) => ParsedPolicy {
  return (status) => {
    const policy = denying(status);
    if (kind !== "cloud-endpoint") return policy;
    const { inbound } = policy.document as { inbound: JsonValue };
    return { ...policy, document: { on_http_request: inbound } };
  };
}
