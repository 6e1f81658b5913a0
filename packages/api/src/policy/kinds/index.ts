import type { Target, TargetOf } from "../target.ts";
import { cloudEndpoint } from "./cloud-endpoint.ts";
import { httpsRoute } from "./https-route.ts";
import type { TargetKind } from "./kind.ts";
import { tcpEdge } from "./tcp-edge.ts";

const kinds: { readonly [Kind in Target["kind"]]: TargetKind<TargetOf<Kind>> } = {
  "tcp-edge": tcpEdge,
  "https-route": httpsRoute,
  "cloud-endpoint": cloudEndpoint,
};

export function kindOf(target: Pick<Target, "kind">): TargetKind {
  // Whoever calls it gives the same target to what it returns.
  return kinds[target.kind] as TargetKind;
}

/** The identifiers of a target, in the order of the path of its operations. */
export function identifiersOf(target: Target): readonly string[] {
  return kindOf(target).identifiers(target);
}
