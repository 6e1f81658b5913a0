import { Parser } from "./parser.ts";
import type { ParseError } from "./parse-error.ts";
import { ParseFailure } from "./parse-failure.ts";
import type { Expression } from "./tree.ts";

/** Bounds of an expression; what is over them is an error. */
export interface ExpressionLimits {
  /** The longest text, in UTF-16 units. */
  readonly maxLength?: number;
  /** Levels of brackets and conditions in the text, and of operators; a chain of `&&` or `||` is one. */
  readonly maxDepth?: number;
  /** The most operands of one chain of `&&` or `||`. */
  readonly maxOperands?: number;
}

/** Either the tree of a text, in which every node has a span, or what is wrong with it. */
export type ParseResult =
  | { readonly ok: true; readonly tree: Expression }
  | { readonly ok: false; readonly error: ParseError };

/**
 * Parses one CEL expression, as the grammar of the CEL specification has it. Never throws: a text
 * that is not CEL gives one error with its span.
 *
 * Two things of CEL are errors here: messages (`Type{field: 1}`), because policies have none, and
 * the optional syntax of newer implementations (`a.?b`, back-quoted fields).
 *
 * @param limits 100,000 units, 500 levels and 2,000 operands unless told otherwise
 */
export function parseExpression(text: string, limits: ExpressionLimits = {}): ParseResult {
  const { maxLength = 100_000, maxDepth = 500, maxOperands = 2000 } = limits;
  const error = text.length > maxLength ? tooLong(text, maxLength) : notUnicode(text);
  if (error !== undefined) return { ok: false, error };
  try {
    return { ok: true, tree: new Parser(text, { maxDepth, maxOperands }).parse() };
  } catch (failure) {
    if (failure instanceof ParseFailure) return { ok: false, error: failure.error };
    throw failure;
  }
}

function tooLong(text: string, maxLength: number): ParseError {
  const span = { start: 0, end: text.length };
  return { code: "too-long", span, detail: String(maxLength) };
}

function notUnicode(text: string): ParseError | undefined {
  if (text.isWellFormed()) return undefined;
  const start = text.search(/\p{Surrogate}/u);
  return { code: "not-unicode", span: { start, end: start + 1 }, detail: "" };
}
