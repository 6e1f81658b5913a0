import { printParseErrorCode, visit, type ParseErrorCode } from "jsonc-parser";
import type { Span } from "../text/positions.ts";
import {
  DocumentPositions,
  PlacedMembers,
  type LocateInString,
  type PlacedValue,
} from "./placed-value.ts";
import { exactNumber } from "./json-equal.ts";
import { textPolicySource, type ParsedDocument, type PolicySource } from "./policy-source.ts";
import { StopReading, TreeBuilder, maxNesting } from "./tree-builder.ts";
import type { JsonObject, JsonValue } from "../json-value.ts";

/**
 * Parses JSON exactly: duplicate keys are errors, a number that a double cannot hold keeps its
 * digits, `__proto__` is a key like any other, and every value has its place in the text.
 * A byte order mark at the start is ignored. After the first syntax error, or deeper than 500
 * levels, nothing more is read, and there is no value. Never throws.
 */
export function parseJson(text: string): ParsedDocument {
  const value = plainJson(text);
  if (value === undefined) return parseWithPlaces(text);
  const root = new PlainPlace(text, afterSpace(text, 0));
  return { value, errors: [], positions: new DocumentPositions(root, locator(text)) };
}

/** The same without the short way, for what it is tested against. */
export function parseWithPlaces(text: string): ParsedDocument {
  const { root, errors } = read(text);
  return {
    value: root?.value,
    errors,
    positions: new DocumentPositions(root, locator(text)),
  };
}

function locator(text: string): LocateInString {
  return (string, part) => locateInJsonString(text, string, part);
}

function read(text: string): Pick<TreeBuilder, "root" | "errors"> {
  const tree = new TreeBuilder();
  try {
    readInto(tree, text);
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    return { root: undefined, errors: [...tree.errors, error.error] };
  }
  return tree;
}

function readInto(tree: TreeBuilder, text: string): void {
  visit(
    // A space instead of the mark leaves all offsets as they are.
    text.replace(/^\ufeff/, " "),
    {
      onObjectBegin: (offset) => tree.beginObject(offset),
      onArrayBegin: (offset) => tree.beginList(offset),
      onObjectEnd: (offset, length) => void tree.end(offset + length),
      onArrayEnd: (offset, length) => void tree.end(offset + length),
      onObjectProperty: (name, start, length) => tree.key(name, { start, end: start + length }),
      onLiteralValue: (value: string | number | boolean | null, start, length) => {
        const end = start + length;
        const exact = typeof value === "number" ? exactNumber(text.slice(start, end)) : value;
        tree.place({ start, end, value: exact });
      },
      // What the parser believes after the first error is a guess.
      onError: (code, start, length) => {
        const { kind, span } = syntaxError(text, code, {
          start,
          // Of a comment that is not closed the parser tells one character too many.
          end: Math.min(text.length, start + length),
        });
        throw new StopReading({ code: "syntax", span, detail: kind, pointer: "" });
      },
    },
    { disallowComments: true },
  );
}

function syntaxError(
  text: string,
  code: ParseErrorCode,
  token: Span,
): { readonly kind: string; readonly span: Span } {
  const kind = printParseErrorCode(code);
  if (inStrings.has(kind)) return findStringFault(text, token) ?? { kind, span: token };
  if (kind === "ValueExpected") return { kind: kind + commaAround(text, token), span: token };
  const number = token.end > token.start ? numberAround(text, token) : undefined;
  if (number !== undefined && (kind === "InvalidSymbol" || number.start < token.start)) {
    return { kind: "InvalidNumberFormat", span: number };
  }
  return { kind, span: token };
}

/** Where the comma is, if it is one, that can be removed instead of writing what is missing. */
function commaAround(text: string, { start }: Span): string {
  if (text[start] === ",") return "BeforeComma";
  return /,\s*$/.test(text.slice(Math.max(0, start - 1000), start)) ? "AfterComma" : "";
}

const inStrings: ReadonlySet<string> = new Set([
  "InvalidCharacter",
  "InvalidEscapeCharacter",
  "InvalidUnicode",
]);

/** What was meant as one number, as in `01`, `+1`, `.5`, `1.` or `0x1F`: the parser sees two tokens. */
function numberAround(text: string, token: Span): Span | undefined {
  let { start } = token;
  while (start > token.start - 40 && isNumberCharacter(text[start - 1])) start -= 1;
  let { end } = token;
  while (end < token.start + 40 && isNumberCharacter(text[end])) end += 1;
  const written = text.slice(start, end);
  return /^(?:\d|[+\-.]+(?:\d|inf|nan))/i.test(written) ? { start, end } : undefined;
}

function isNumberCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\w+\-.]/.test(character);
}

/** Reads a policy document from the text of a JSON file. Never throws; see `errors`. */
export function jsonPolicySource(file: string, text: string): PolicySource {
  return textPolicySource(file, text, parseJson(text));
}

/**
 * The range in a JSON text of a part of a string value.
 *
 * @param string - the range of the string with its quotes
 * @param part - counts UTF-16 units of the value
 */
export function locateInJsonString(text: string, string: Span, part: Span): Span {
  let offset = string.start + 1;
  let start = offset;
  for (let unit = 0; unit < part.end; unit++) {
    if (unit === part.start) start = offset;
    offset += unitLength(text, offset);
  }
  return { start: part.start === part.end ? offset : start, end: offset };
}

/** The first thing in a JSON string that is not allowed in it, if there is one. */
function findStringFault(
  text: string,
  { start, end }: Span,
): { readonly kind: string; readonly span: Span } | undefined {
  for (let offset = start + 1; offset < end; offset += unitLength(text, offset)) {
    if (text.charCodeAt(offset) < 0x20) return fault("InvalidCharacter", offset, 1);
    if (text[offset] !== "\\") continue;
    if (text[offset + 1] === "u") {
      const digits = /^[\da-fA-F]*/.exec(text.slice(offset + 2, offset + 6))?.[0] ?? "";
      if (digits.length < 4) return fault("InvalidUnicode", offset, 2 + digits.length);
    } else if (!/^["\\/bfnrt]$/.test(text[offset + 1] ?? "")) {
      return fault("InvalidEscapeCharacter", offset, Math.min(2, end - offset));
    }
  }
  return undefined;
}

function fault(kind: string, start: number, length: number): { kind: string; span: Span } {
  return { kind, span: { start, end: start + length } };
}

/** How many characters of the text stand for one unit of the value. */
function unitLength(text: string, offset: number): number {
  if (text[offset] !== "\\") return 1;
  return text[offset + 1] === "u" ? 6 : 2;
}

/**
 * Reads JSON with the parser of the language, which is ten times as quick as any other and keeps no
 * places: as long as nothing in the text needs more than that. Undefined for a text that is no
 * JSON, has a key twice or a key that is a whole number, a number of many digits, or deep nesting.
 */
export function plainJson(text: string): JsonValue | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
  // With a key twice, the value has fewer of them than the text.
  const keys = withoutPrototypes(value, 0);
  return keys === countUsualKeys(text) || keys === countKeys(text) ? value : undefined;
}

/**
 * The same as {@link countKeys} for most texts, by searches of the language, which are quicker than a
 * loop of ours. Undefined for what they may take for something else; too many where a string begins
 * with a colon.
 */
function countUsualKeys(text: string): number | undefined {
  if (text.includes('\\"') || /"[ \t\r\n]+:/.test(text)) return undefined;
  // Of 16 digits with at most one dot between them, eight stand together.
  if (/\d{8}|\d[eE]/.test(text)) return undefined;
  let keys = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) keys += 1;
  return keys;
}

const quote = 0x22;
const colonUnit = 0x3a;

/** How many keys a text has if it is JSON; undefined when a number in it may lose digits. */
function countKeys(text: string): number | undefined {
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quote) {
      index = endOfString(text, index);
    } else if (unit === colonUnit) {
      keys += 1;
    } else if (isDigit(unit)) {
      const start = index;
      while (isDigit(text.charCodeAt(index + 1)) || text[index + 1] === ".") index += 1;
      // A double has 15 digits in any case.
      if (index - start > 14 || /[eE]/.test(text[index + 1] ?? "")) return undefined;
    }
  }
  return keys;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Makes JSON objects what {@link JsonValue} says, and counts their keys. */
function withoutPrototypes(value: JsonValue, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth >= maxNesting) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) keys += withoutPrototypes(item, depth + 1);
    return keys;
  }
  Object.setPrototypeOf(value, null);
  const object = value as JsonObject;
  // Nothing is inherited any more, and no list of the entries is made.
  for (const key in object) {
    // JavaScript puts such keys first, so the author's order is lost.
    if (isDigit(key.charCodeAt(0))) return Number.NaN;
    keys += 1 + withoutPrototypes(object[key] ?? null, depth + 1);
  }
  return keys;
}

/**
 * The place of a value in a text that is known to be JSON. Those of its parts are searched for when
 * somebody asks: mostly nobody does, and all of them take several times the memory of the text.
 */
class PlainPlace implements PlacedValue {
  readonly start: number;
  readonly #text: string;
  #end: number | undefined;
  #members: PlacedMembers | undefined;
  #items: readonly PlacedValue[] | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.start = start;
  }

  get end(): number {
    this.#end ??= afterValue(this.#text, this.start);
    return this.#end;
  }

  get value(): JsonValue {
    return JSON.parse(this.#text.slice(this.start, this.end)) as JsonValue;
  }

  get members(): PlacedMembers | undefined {
    if (this.#text[this.start] === "{") this.#members ??= this.#findMembers();
    return this.#members;
  }

  get items(): readonly PlacedValue[] | undefined {
    if (this.#text[this.start] === "[") this.#items ??= this.#findItems();
    return this.#items;
  }

  #findMembers(): PlacedMembers {
    const text = this.#text;
    const members = new PlacedMembers();
    let at = afterSpace(text, this.start + 1);
    while (text[at] === '"') {
      const key = { start: at, end: endOfString(text, at) + 1 };
      const colon = afterSpace(text, key.end);
      const value = this.#at(afterSpace(text, colon + 1));
      members.set(JSON.parse(text.slice(key.start, key.end)) as string, key, value);
      at = this.#next(value);
    }
    return members;
  }

  #findItems(): PlacedValue[] {
    const items: PlacedValue[] = [];
    let at = afterSpace(this.#text, this.start + 1);
    while (at < this.end - 1) {
      const item = this.#at(at);
      items.push(item);
      at = this.#next(item);
    }
    return items;
  }

  #at(start: number): PlainPlace {
    return new PlainPlace(this.#text, start);
  }

  /** Where the next member or item begins, or the bracket that closes this value. */
  #next({ end }: PlacedValue): number {
    const comma = afterSpace(this.#text, end);
    return this.#text[comma] === "," ? afterSpace(this.#text, comma + 1) : comma;
  }
}

// Finds its way through a text that is known to be JSON.

/** The place of the quote that closes a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start; at >= 0;) {
    at = text.indexOf('"', at + 1);
    let before = at - 1;
    while (before > start && text[before] === "\\") before -= 1;
    if (at >= 0 && (at - before) % 2 === 1) return at;
  }
  return text.length;
}

/** The first offset after the value that begins there. */
function afterValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) + 1;
  if (text[start] !== "{" && text[start] !== "[") {
    return firstOf(/[\s,\]}]/g, text, start) ?? text.length;
  }
  const mark = /["[\]{}]/g;
  let depth = 0;
  for (let at = firstOf(mark, text, start); at !== undefined; at = firstOf(mark, text, at + 1)) {
    if (text[at] === '"') at = endOfString(text, at);
    else depth += text[at] === "{" || text[at] === "[" ? 1 : -1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** The first offset that has no white space. */
function afterSpace(text: string, start: number): number {
  return firstOf(/[^ \t\r\n]/g, text, start) ?? text.length;
}

function firstOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}
