import type { Span } from "../../span.ts";

/**
 * Where in the text of an expression a part of a string literal's value stands.
 *
 * @param text - the expression
 * @param literal - the literal's place in it, with prefix and quotes
 * @param part - offsets in the literal's value
 */
export function placeInLiteral(text: string, literal: Span, part: Span): Span {
  const token = text.slice(literal.start, literal.end);
  const [, prefix = "", quotes = ""] = /^([rRbB]{0,2})('''|"""|'|")/.exec(token) ?? [];
  const raw = /r/i.test(prefix);
  const first = literal.start + prefix.length + quotes.length;
  const last = literal.end - quotes.length;
  let unit = 0;
  let start = last;
  for (let offset = first; offset < last;) {
    if (unit === part.start) start = offset;
    if (unit >= part.end) return { start, end: offset };
    const [length, units] = raw ? [1, 1] : character(text, offset);
    offset += length;
    unit += units;
  }
  return { start: Math.min(start, last), end: last };
}

/** The length of one character in the text, and how many UTF-16 units it is in the value. */
function character(text: string, offset: number): [length: number, units: number] {
  if (text[offset] !== "\\") return [1, 1];
  const kind = text[offset + 1] ?? "";
  if (kind === "U")
    return [10, Number.parseInt(text.slice(offset + 2, offset + 10), 16) > 0xffff ? 2 : 1];
  if (kind === "u") return [6, 1];
  if (kind === "x" || kind === "X" || /[0-7]/.test(kind)) return [4, 1];
  return [2, 1];
}
