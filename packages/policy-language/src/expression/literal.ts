import { codeAt } from "./characters.ts";
import type { Span } from "../text/positions.ts";
import { ParseFailure } from "./parse-error.ts";
import type { Literal } from "./tree.ts";
import { encodeUtf8 } from "../text/utf8.ts";

export function isQuote(code: number): boolean {
  return code === 39 || code === 34;
}

/**
 * Returns the offset after a string or bytes literal, whose prefix is at `start` and whose first quote is at `quote`.
 *
 * @throws ParseFailure when it is not closed
 */
export function endOfString(text: string, start: number, quote: number): number {
  const raw = isRaw(text, start, quote);
  if (opensTriple(text, quote)) return endOfTriple(text, { start, quote, raw });
  const code = codeAt(text, quote);
  const end = text.indexOf(text.charAt(quote), quote + 1);
  if (end > 0 && isPlainText.test(text.slice(quote, end))) return end + 1;
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

const isPlainText = /^[^\\\r\n]*$/;

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
 * Parses the string or bytes literal at a span.
 *
 * @throws ParseFailure for an escape that CEL does not have
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

interface Escape {
  readonly value: number;
  readonly end: number;
}

const characters: Readonly<Record<string, number>> = {
  "\\": 92,
  "?": 63,
  '"': 34,
  "'": 39,
  "`": 96,
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};

const numeric: readonly { form: RegExp; digits: number; base: number; inBytes: boolean }[] = [
  { form: /\\[xX][0-9a-fA-F]{2}/y, digits: 2, base: 16, inBytes: true },
  { form: /\\[0-3][0-7]{2}/y, digits: 3, base: 8, inBytes: true },
  { form: /\\u[0-9a-fA-F]{4}/y, digits: 4, base: 16, inBytes: false },
  { form: /\\U[0-9a-fA-F]{8}/y, digits: 8, base: 16, inBytes: false },
];

// How far a wrong escape goes, so that the error covers all that was meant by it.
const attempt = /\\(?:[xX][0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|[0-9]{1,3}|[^])/uy;

/**
 * Decodes the escape at a backslash: in a string to a code point, in bytes to a byte, where CEL has no `\u` and no
 * `\U`. `offset` is where the content begins in the expression.
 *
 * @throws ParseFailure for an escape that CEL does not have
 */
function decodeEscape(
  content: string,
  at: number,
  { offset, bytes }: { offset: number; bytes: boolean },
): Escape {
  const known = characters[content.charAt(at + 1)];
  if (known !== undefined) return { value: known, end: at + 2 };
  for (const { form, digits, base, inBytes } of numeric) {
    if (bytes && !inBytes) continue;
    form.lastIndex = at;
    if (!form.test(content)) continue;
    const end = form.lastIndex;
    const value = Number.parseInt(content.slice(end - digits, end), base);
    if (isCodePoint(value)) return { value, end };
  }
  attempt.lastIndex = at;
  const detail = attempt.exec(content)?.[0] ?? "\\";
  const start = offset + at;
  throw new ParseFailure({
    code: "invalid-escape",
    span: { start, end: start + detail.length },
    detail,
  });
}

function isCodePoint(value: number): boolean {
  return value <= 0x10_ffff && (value < 0xd800 || value > 0xdfff);
}

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;

/** True when the number that ends at an offset has the suffix of a `uint`, which takes no sign. */
export function isUint(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  return last === 117 || last === 85;
}

/**
 * Parses the number literal at a span. `sign` is the offset of a minus that belongs to it.
 *
 * @throws ParseFailure for a number that does not fit into 64 bits
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

/** Returns the length of a character in the text, and its number of UTF-16 units in the value. */
function character(text: string, offset: number): [length: number, units: number] {
  if (text[offset] !== "\\") return [1, 1];
  const kind = text[offset + 1] ?? "";
  if (kind === "U")
    return [10, Number.parseInt(text.slice(offset + 2, offset + 10), 16) > 0xffff ? 2 : 1];
  if (kind === "u") return [6, 1];
  if (kind === "x" || kind === "X" || /[0-7]/.test(kind)) return [4, 1];
  return [2, 1];
}
