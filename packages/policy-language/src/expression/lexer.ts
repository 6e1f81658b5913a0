import { codeAt, isDigit, isHexDigit, isNamePart, isNameStart } from "./characters.ts";
import type { Span } from "../text/positions.ts";
import { endOfString, isQuote } from "./literal.ts";

/**
 * The kind of a token. Operators, brackets and keywords are their own kind; `unknown` is a character that begins no
 * CEL token.
 */
export type TokenKind =
  | "end"
  | "unknown"
  | "name"
  | "number"
  | "string"
  | "true"
  | "false"
  | "null"
  | Punctuation;

type Punctuation =
  | ("||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "+" | "-" | "*" | "/" | "%" | "!")
  | ("(" | ")" | "[" | "]" | "{" | "}" | "." | "," | ":" | "?");

export interface Token extends Span {
  readonly kind: TokenKind;
}

/** Splits a text into tokens. The fields hold the current token and the token before it. */
export class Lexer {
  readonly text: string;
  kind: TokenKind = "end";
  start = 0;
  end = 0;
  previousKind: TokenKind = "end";
  previousStart = 0;
  previousEnd = 0;

  constructor(text: string, offset = 0) {
    this.text = text;
    this.end = offset;
  }

  /**
   * Moves to the next token.
   *
   * @throws ParseFailure for a string that is not closed
   */
  next(): void {
    const { text } = this;
    this.previousKind = this.kind;
    this.previousStart = this.start;
    this.previousEnd = this.end;
    const start = skipSpace(text, this.end);
    this.start = start;
    const code = codeAt(text, start);
    if (code <= lastOfNames && nameStarts[code] === 1) this.#name(start, code);
    else if (isDigit(code)) this.#number(start, code);
    else this.#other(start, code);
  }

  #name(start: number, code: number): void {
    const { text } = this;
    const quote = quoteAfterPrefix(text, start, code);
    if (quote > start) return this.#string(quote);
    const end = endOfName(text, start + 1);
    this.end = end;
    this.kind = beginsKeyword(code) ? kindOfWord(text.slice(start, end)) : "name";
  }

  #string(quote: number): void {
    this.kind = "string";
    this.end = endOfString(this.text, this.start, quote);
  }

  #number(start: number, first: number): void {
    const { text } = this;
    this.kind = "number";
    let end = start;
    if (first === zero && codeAt(text, start + 1) === letterX) {
      const digits = start + 2;
      end = digits;
      while (isHexDigit(codeAt(text, end))) end++;
      if (end > digits) {
        this.end = isUnsignedSuffix(codeAt(text, end)) ? end + 1 : end;
        return;
      }
    }
    end = skipDigits(text, start);
    const whole = end;
    if (codeAt(text, end) === dot && isDigit(codeAt(text, end + 1))) {
      end = skipDigits(text, end + 1);
    }
    end = skipExponent(text, end);
    this.end = end === whole && isUnsignedSuffix(codeAt(text, end)) ? end + 1 : end;
  }

  #other(start: number, code: number): void {
    const { text } = this;
    if (isQuote(code)) return this.#string(start);
    if (code === dot && isDigit(codeAt(text, start + 1))) {
      this.kind = "number";
      this.end = skipExponent(text, skipDigits(text, start + 1));
      return;
    }
    if (start >= text.length) {
      this.kind = "end";
      this.end = start;
      return;
    }
    const second = codeAt(text, start + 1);
    const isDouble = second === secondOfDouble[code];
    this.kind = (isDouble ? doubles[code] : singles[code]) ?? "unknown";
    this.end = start + (isDouble || isSurrogatePair(code, second) ? 2 : 1);
  }
}

const zero = 48;
const dot = 46;
const letterX = 120;
const slash = 47;
const newline = 10;

function byCode<T>(entries: Readonly<Record<string, T>>): readonly (T | undefined)[] {
  const table = Array.from<T | undefined>({ length: 128 });
  for (const [character, item] of Object.entries(entries)) table[character.charCodeAt(0)] = item;
  return table;
}

const singles = byCode<TokenKind>(
  Object.fromEntries([..."<>+-*/%!()[]{}.,:?"].map((sign) => [sign, sign as TokenKind])),
);

const doubles = byCode<TokenKind>({
  "|": "||",
  "&": "&&",
  "=": "==",
  "!": "!=",
  "<": "<=",
  ">": ">=",
});

const secondOfDouble = doubles.map((kind) => kind?.charCodeAt(1) ?? -1);

/** The code of `z`. */
const lastOfNames = 122;

function areNames(is: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: lastOfNames + 1 }, (_, code) => Number(is(code)));
}

// Tables: most characters of an expression are those of names.
const nameStarts = areNames(isNameStart);
const nameParts = areNames(isNamePart);

function endOfName(text: string, from: number): number {
  const { length } = text;
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > lastOfNames || nameParts[code] === 0) return at;
  }
  return length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = codeAt(text, at);
    if (code > 32 && code !== slash) return at;
    // Space, and tab, newline, form feed and carriage return: not the vertical tab between them.
    if (code === 32 || code === 9 || code === newline || code === 12 || code === 13) at++;
    else if (code === slash && codeAt(text, at + 1) === slash) at = endOfLine(text, at);
    else return at;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(codeAt(text, at))) at++;
  return at;
}

function skipExponent(text: string, from: number): number {
  const code = codeAt(text, from);
  if (code !== 101 && code !== 69) return from;
  const sign = codeAt(text, from + 1);
  const digits = sign === 43 || sign === 45 ? from + 2 : from + 1;
  const end = skipDigits(text, digits);
  return end > digits ? end : from;
}

function isUnsignedSuffix(code: number): boolean {
  return code === 117 || code === 85;
}

function quoteAfterPrefix(text: string, start: number, code: number): number {
  const isBytes = code === 98 || code === 66;
  if (!isBytes && !isRawPrefix(code)) return start;
  const second = codeAt(text, start + 1);
  if (isQuote(second)) return start + 1;
  return isBytes && isRawPrefix(second) && isQuote(codeAt(text, start + 2)) ? start + 2 : start;
}

function isRawPrefix(code: number): boolean {
  return code === 114 || code === 82;
}

// `f`, `i`, `n`, `t`: spares the other names a comparison.
function beginsKeyword(code: number): boolean {
  return code === 102 || code === 105 || code === 110 || code === 116;
}

function kindOfWord(word: string): TokenKind {
  switch (word) {
    case "in":
    case "true":
    case "false":
    case "null":
      return word;
    default:
      return "name";
  }
}

function isSurrogatePair(first: number, second: number): boolean {
  return first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
}
