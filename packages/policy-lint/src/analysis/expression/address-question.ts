import { parseAddress, parseCidr, type Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";
import { patternTarget } from "./pattern-target.ts";
import { textOf } from "./text-literal.ts";
import { variableOf } from "./variable-of.ts";

/** A question to the text of an address that is probably about a range of addresses. */
export interface AddressQuestion {
  /** The call or comparison. */
  readonly node: Expression;
  /** What the address is asked for by. */
  readonly address: Expression;
  /** Whether it compares the whole text, which then is never equal. */
  readonly never: boolean;
  /** The ranges that are asked for, when they are known. */
  readonly ranges?: readonly string[];
  /** Whether it asks that the address is not one of them. */
  readonly denied: boolean;
}

/** The questions of an expression to the text of an address that are about ranges of addresses. */
export function addressQuestions(node: ExpressionNode): AddressQuestion[] {
  if (node.tree === undefined) return [];
  return partsOf(node.tree).flatMap(({ node: part }) => {
    const found = callQuestion(part) ?? comparison(part);
    return found !== undefined && variableOf(node, found.address)?.form === "ip-address"
      ? [found]
      : [];
  });
}

function callQuestion(node: Expression): AddressQuestion | undefined {
  if (node.kind !== "call") return undefined;
  const address = node.name === "matches" ? patternTarget(node) : node.target;
  const value = textOf(node.arguments.at(-1));
  if (address === undefined || value === undefined) return undefined;
  const asText = { node, address, never: false, denied: false };
  switch (node.name) {
    // `.matches(':')` and `.contains(':')` ask for IPv6, and need no range.
    case "matches":
      return /\d/.test(value) ? asText : undefined;
    case "contains":
      return isRange(value) ? { ...asText, never: true, ranges: [value] } : undefined;
    case "startsWith": {
      if (isRange(value)) return { ...asText, never: true, ranges: [value] };
      const range = rangeOfPrefix(value);
      if (range !== undefined) return { ...asText, ranges: [range] };
      return /[\da-f]/i.test(value) ? asText : undefined;
    }
    default:
      return undefined;
  }
}

function comparison(node: Expression): AddressQuestion | undefined {
  if (node.kind !== "binary") return undefined;
  const { operator, left, right } = node;
  if (operator === "in" && right.kind === "list") {
    const values = right.elements.map(textOf);
    if (!values.some((value) => value !== undefined && isRange(value))) return undefined;
    const ranges = values.flatMap((value) => (value === undefined ? [] : [rangeOf(value)]));
    const all = ranges.flatMap((range) => (range === undefined ? [] : [range]));
    const isWhole = all.length === values.length;
    return { node, address: left, never: true, denied: false, ...(isWhole && { ranges: all }) };
  }
  if (operator !== "==" && operator !== "!=") return undefined;
  const [address, value] =
    textOf(right) === undefined ? [right, textOf(left)] : [left, textOf(right)];
  if (value === undefined || !isRange(value)) return undefined;
  return { node, address, never: true, ranges: [value], denied: operator === "!=" };
}

function isRange(text: string): boolean {
  return text.includes("/") && parseCidr(text) !== undefined;
}

function rangeOf(text: string): string | undefined {
  return isRange(text) ? text : parseAddress(text)?.text;
}

/** The range of all addresses that begin like this: `10.0.0.0/8` for `10.`. */
function rangeOfPrefix(text: string): string | undefined {
  const octets = /^(?:\d{1,3}\.){1,3}$/.test(text) ? text.split(".").slice(0, -1) : [];
  const cidr = `${[...octets, "0", "0", "0", "0"].slice(0, 4).join(".")}/${octets.length * 8}`;
  return octets.length > 0 ? parseCidr(cidr)?.text : undefined;
}
