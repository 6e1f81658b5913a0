import { CelSyntaxError, parseWithCelJs } from "./cel-js-parser.ts";
import type { SyntaxError } from "./syntax-error.ts";
import type { Expression } from "./tree.ts";

/** The longest expression that is parsed, in UTF-16 units. */
const maxLength = 100_000;

/** Either the tree of a text, in which every node has a span, or what is wrong with it. */
export type ParseResult =
  | { readonly ok: true; readonly tree: Expression }
  | { readonly ok: false; readonly error: SyntaxError };

/** Parses one CEL expression. Never throws: a text that is not CEL gives an error with its span. */
export function parseExpression(text: string): ParseResult {
  const all = { start: 0, end: text.length };
  if (text.trim() === "") return { ok: false, error: { code: "empty", span: all, detail: "" } };
  if (text.length > maxLength) {
    return { ok: false, error: { code: "too-long", span: all, detail: String(maxLength) } };
  }
  try {
    return { ok: true, tree: parseWithCelJs(text) };
  } catch (error) {
    if (error instanceof CelSyntaxError) return { ok: false, error: error.error };
    throw error;
  }
}
