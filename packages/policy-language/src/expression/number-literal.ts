import type { Span } from "../span.ts";
import { ParseFailure } from "./parse-failure.ts";
import type { Literal } from "./tree.ts";

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;

/** Whether the number that ends at an offset has the suffix of a `uint`, which takes no sign. */
export function isUint(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  return last === 117 || last === 85;
}

/**
 * The number literal at a span. `sign` is the offset of a minus that belongs to it. Throws a
 * {@link ParseFailure} for a number that does not fit into 64 bits.
 */
export function readNumber(text: string, { start, end }: Span, sign?: number): Literal {
  const negative = sign !== undefined;
  const digits = text.slice(start, end);
  const span = { start: sign ?? start, end };
  if (isUint(text, end)) {
    const value = BigInt(digits.slice(0, -1));
    if (value <= maxUint) return { kind: "literal", span, type: "uint", value };
  } else if (isDouble(text, start, end)) {
    const value = negative ? -Number(digits) : Number(digits);
    if (Number.isFinite(value)) return { kind: "literal", span, type: "double", value };
  } else {
    const value = negative ? -BigInt(digits) : BigInt(digits);
    if (value >= minInt && value <= maxInt) return { kind: "literal", span, type: "int", value };
  }
  const detail = text.slice(span.start, span.end);
  throw new ParseFailure({ code: "invalid-number", span, detail });
}

// A point or an exponent; in hexadecimal numbers `e` is a digit.
function isDouble(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 120) return false;
    if (code === 46 || code === 101 || code === 69) return true;
  }
  return false;
}
