import { parseAddress, parseCidr } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { PlacedCidr } from "./cidr-overlaps.ts";
import { textsOf } from "./config-values.ts";

/** The ranges of addresses in a config field, single addresses among them. */
export function rangesOf(node: ActionNode, field: string): PlacedCidr[] {
  return textsOf(node, field).flatMap(({ path, text }) => {
    const range = parseCidr(text) ?? parseAddress(text);
    return range === undefined ? [] : [{ path, text, range }];
  });
}
