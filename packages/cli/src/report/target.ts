import type { Target } from "@traffic-policy/api";

/** A target for people: `tcp-edge edge_1`, `https-route edge_2/route_1`. */
export function describeTarget(target: Target): string {
  return `${target.kind} ${placeName(target)}`;
}

/** The identifiers of a target: `edge_1`, `edge_2/route_1`. */
export function placeName(target: Target): string {
  return target.kind === "tcp-edge" ? target.edge : `${target.edge}/${target.route}`;
}
