import { containsCidr, parseAddress, parseCidr, type Cidr } from "@traffic-policy/policy-language";
import type { ActionNode } from "../../nodes/action-node.ts";
import { textsOf } from "./config-values.ts";

/** A range and its place. */
export interface PlacedCidr {
  readonly range: Cidr;
  readonly text: string;
  readonly path: string;
}

/** A range that adds nothing, with the one that holds all of its addresses. */
export interface CidrOverlap {
  readonly inner: PlacedCidr;
  readonly outer: PlacedCidr;
}

/** Finds the ranges that are in another one; of equal ranges the first counts as the outer one. */
export function cidrOverlaps(ranges: readonly PlacedCidr[]): CidrOverlap[] {
  const overlaps: CidrOverlap[] = [];
  // In this order every range comes right after those around it, so that one pass is enough.
  const around: PlacedCidr[] = [];
  for (const inner of ranges.toSorted(byStart)) {
    while (around.length > 0 && !holds(around.at(-1), inner)) around.pop();
    const outer = around.at(-1);
    if (outer === undefined) around.push(inner);
    else overlaps.push({ inner, outer });
  }
  return overlaps;
}

function holds(outer: PlacedCidr | undefined, inner: PlacedCidr): boolean {
  return outer !== undefined && containsCidr(outer.range, inner.range);
}

function byStart({ range: one }: PlacedCidr, { range: other }: PlacedCidr): number {
  if (one.version !== other.version) return one.version - other.version;
  if (one.first !== other.first) return one.first < other.first ? -1 : 1;
  return one.prefix - other.prefix;
}

/** The ranges of addresses in a config field, single addresses among them. */
export function rangesOf(node: ActionNode, field: string): PlacedCidr[] {
  return textsOf(node, field).flatMap(({ path, text }) => {
    const range = parseCidr(text) ?? parseAddress(text);
    return range === undefined ? [] : [{ path, text, range }];
  });
}
