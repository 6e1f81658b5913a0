import { codeAt } from "./characters.ts";
import { decodeEscape } from "./escape.ts";
import type { Span } from "../span.ts";
import { ParseFailure } from "./parse-failure.ts";
import type { Literal } from "./tree.ts";
import { encodeUtf8 } from "./utf8.ts";

/** `'` or `"`. */
export function isQuote(code: number): boolean {
  return code === 39 || code === 34;
}

/**
 * The first offset after a string or bytes literal, whose prefix is at `start` and whose first
 * quote is at `quote`. Throws a {@link ParseFailure} when it is not closed.
 */
export function endOfString(text: string, start: number, quote: number): number {
  const raw = isRaw(text, start, quote);
  if (opensTriple(text, quote)) return endOfTriple(text, { start, quote, raw });
  const code = codeAt(text, quote);
  for (let at = quote + 1; at < text.length; at++) {
    let here = codeAt(text, at);
    if (here === code) return at + 1;
    if (here === backslash && !raw) here = codeAt(text, ++at);
    if (here === 10 || here === 13) {
      const span = { start: at, end: at + 1 };
      throw new ParseFailure({ code: "newline-in-string", span, detail: "" });
    }
  }
  throw unclosed(text, start);
}

const backslash = 92;

function opensTriple(text: string, quote: number): boolean {
  const code = codeAt(text, quote);
  return codeAt(text, quote + 1) === code && codeAt(text, quote + 2) === code;
}

function endOfTriple(
  text: string,
  { start, quote, raw }: { start: number; quote: number; raw: boolean },
): number {
  const marks = text.slice(quote, quote + 3);
  for (let at = quote + 3; at < text.length; at++) {
    if (codeAt(text, at) === backslash && !raw) at++;
    else if (text.startsWith(marks, at)) return at + 3;
  }
  throw unclosed(text, start);
}

function unclosed(text: string, start: number): ParseFailure {
  const span = { start, end: text.length };
  return new ParseFailure({ code: "unclosed-string", span, detail: text.slice(start) });
}

function isRaw(text: string, start: number, quote: number): boolean {
  return quote > start && text.charAt(quote - 1).toLowerCase() === "r";
}

/**
 * The string or bytes literal at a span. Throws a {@link ParseFailure} for an escape that CEL does
 * not know.
 */
export function readString(text: string, span: Span): Literal {
  const { start, end } = span;
  let quote = start;
  while (!isQuote(codeAt(text, quote))) quote++;
  // `''` is an empty string, `''''''` as well.
  const triple = end - quote >= 6 && opensTriple(text, quote);
  const offset = quote + (triple ? 3 : 1);
  const content = text.slice(offset, end - (triple ? 3 : 1));
  const plain = !content.includes("\\") || isRaw(text, start, quote);
  if (quote > start && text.charAt(start).toLowerCase() === "b") {
    const value = plain ? Uint8Array.from(encodeUtf8(content)) : unescapeBytes(content, offset);
    return { kind: "literal", span, type: "bytes", value };
  }
  const value = plain ? content : unescapeString(content, offset);
  return { kind: "literal", span, type: "string", value };
}

function unescapeString(content: string, offset: number): string {
  let value = "";
  for (let at = 0; at < content.length;) {
    const next = content.indexOf("\\", at);
    const stop = next < 0 ? content.length : next;
    value += content.slice(at, stop);
    at = stop;
    if (next < 0) break;
    const escape = decodeEscape(content, next, { offset, bytes: false });
    value += String.fromCodePoint(escape.value);
    at = escape.end;
  }
  return value;
}

function unescapeBytes(content: string, offset: number): Uint8Array {
  const value: number[] = [];
  for (let at = 0; at < content.length;) {
    const next = content.indexOf("\\", at);
    const stop = next < 0 ? content.length : next;
    for (const byte of encodeUtf8(content.slice(at, stop))) value.push(byte);
    at = stop;
    if (next < 0) break;
    const escape = decodeEscape(content, next, { offset, bytes: true });
    value.push(escape.value);
    at = escape.end;
  }
  return Uint8Array.from(value);
}
