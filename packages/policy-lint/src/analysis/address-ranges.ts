import { type Dialect, printExpression } from "@traffic-policy/policy-language";
import {
  type Cidr,
  containsCidr,
  parseAddress,
  parseCidr,
} from "@traffic-policy/policy-language/internal";
import type { ActionNode } from "../nodes/action-node.ts";
import { textsOf } from "./config-values.ts";

export interface PlacedCidr {
  readonly range: Cidr;
  readonly text: string;
  readonly path: string;
}

export interface CidrOverlap {
  readonly inner: PlacedCidr;
  readonly outer: PlacedCidr;
}

/** Finds the ranges inside another range; of equal ranges the first counts as the outer. */
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

export function rangesOf(node: ActionNode, field: string): PlacedCidr[] {
  return textsOf(node, field).flatMap(({ path, text }) => {
    const range = parseCidr(text) ?? parseAddress(text);
    return range === undefined ? [] : [{ path, text, range }];
  });
}

export interface HostBits {
  readonly range: string;
  readonly message: string;
  readonly help: string;
}

export function hostBits(text: string): HostBits | undefined {
  const range = parseCidr(text);
  const address = parseAddress(text.split("/", 1)[0] ?? "");
  if (range === undefined || address === undefined || range.first === address.first) {
    return undefined;
  }
  return {
    range: range.text,
    message: `"${text}" means the whole range ${range.text}.`,
    help: `Write "${range.text}" for the range, or "${address.text}" for the one address.`,
  };
}

/**
 * Writes the test for an address in a range, or in any of several, with the functions of a dialect; undefined when
 * the dialect has no function for it.
 *
 * @param address - the address, as a part of an expression
 */
export function rangeQuestion(
  dialect: Dialect,
  address: string,
  ranges: readonly string[],
): string | undefined {
  const [only, ...others] = ranges.map((value) =>
    printExpression({ kind: "literal", type: "string", value }),
  );
  if (only === undefined) return undefined;
  const isOne = others.length === 0;
  const name = rangeFunction(dialect, isOne ? "string" : "list(string)");
  const range = isOne ? only : `[${[only, ...others].join(", ")}]`;
  return name && `${name}(${address}, ${range})`;
}

function rangeFunction({ functions }: Dialect, parameter: string): string | undefined {
  for (const { name, overloads } of functions.values()) {
    const isMeant = overloads.some(
      ({ target, parameters, formats }) =>
        target === undefined && formats?.[1] === "cidr" && parameters[1] === parameter,
    );
    if (isMeant) return name;
  }
  return undefined;
}
