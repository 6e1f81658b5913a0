import {
  describeParseError,
  parseExpression,
  type Expression,
} from "@traffic-policy/policy-language";

/** The tree of a text that is right. */
export function treeOf(text: string): Expression {
  const result = parseExpression(text);
  if (result.ok) return result.tree;
  throw new Error(`${text}: ${describeParseError(result.error).message}`);
}

/** A tree without the places of its parts, to compare it with one of another text. */
export function withoutSpans(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpans);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  const members = Object.entries(value).filter(([key]) => !/^span$|Span$/.test(key));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutSpans(member)]));
}
