import type { Target } from "@traffic-policy/api";

/** A target for people: `tcp-edge edge_1`, `https-route edge_2/route_1`. */
export function describeTarget(target: Target): string {
  return target.kind === "tcp-edge"
    ? `tcp-edge ${target.edge}`
    : `https-route ${target.edge}/${target.route}`;
}
