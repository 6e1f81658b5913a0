import type { JsonObject, JsonValue } from "../../json-value.ts";
import type { Span } from "../../text/positions.ts";
import { maxNesting } from "../strict-value.ts";
import { JsonString } from "./json-tree.ts";
import type { TreeMember, TreeNode } from "./tree.ts";

/**
 * Parses JSON with `JSON.parse`, which is ten times as fast as any other parser but keeps no places. Undefined for a
 * text that needs more: invalid JSON, a duplicate key, a key that is a whole number, a number with many digits, or
 * deep nesting.
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
 * Counts keys like {@link countKeys} for most texts, with built-in searches, which are faster than a loop. Undefined
 * where these searches could be wrong; too high where a string begins with a colon.
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

/** Counts the keys of a text, assuming that it is JSON; undefined when a number in it may lose digits. */
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

/** Removes the prototypes of JSON objects, as {@link JsonValue} requires, and counts their keys. */
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

export function plainTree(text: string): TreeNode {
  return new PlainNode(text, afterSpace(text, 0));
}

/**
 * A value in a text that is known to be valid JSON. Its parts are located on demand: mostly nobody asks, and all of
 * them take several times the memory of the text.
 */
class PlainNode implements Span {
  readonly start: number;
  readonly #text: string;
  #end: number | undefined;
  #members: readonly TreeMember[] | undefined;
  #items: readonly TreeNode[] | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.start = start;
  }

  get end(): number {
    // Who asks for the end of a list asks for its items next.
    if (this.#end === undefined && this.#text[this.start] === "[")
      this.#items ??= this.#findItems();
    this.#end ??= afterValue(this.#text, this.start);
    return this.#end;
  }

  // The union of all kinds of nodes, of which it is one.
  get kind(): never {
    return (kinds[this.#text[this.start] ?? ""] ?? "other") as never;
  }

  get value(): never {
    return JSON.parse(this.#text.slice(this.start, this.end)) as never;
  }

  get members(): never {
    this.#members ??= this.#findMembers();
    return this.#members as never;
  }

  get items(): never {
    this.#items ??= this.#findItems();
    return this.#items as never;
  }

  get style(): never {
    return "double" as never;
  }

  range(part: Span): Span {
    const { start, end, value } = this;
    return new JsonString(this.#text, start, end - start, value).range(part);
  }

  #findMembers(): TreeMember[] {
    const text = this.#text;
    const members: TreeMember[] = [];
    let at = afterSpace(text, this.start + 1);
    while (text[at] === '"') {
      const end = endOfString(text, at) + 1;
      const name = JSON.parse(text.slice(at, end)) as string;
      const value = new PlainNode(text, afterSpace(text, afterSpace(text, end) + 1));
      members.push({ key: new JsonString(text, at, end - at, name), value });
      at = this.#next(value);
    }
    return members;
  }

  #findItems(): TreeNode[] {
    const items: TreeNode[] = [];
    let at = afterSpace(this.#text, this.start + 1);
    while (at < this.#text.length && this.#text[at] !== "]") {
      const item = new PlainNode(this.#text, at);
      items.push(item);
      at = this.#next(item);
    }
    this.#end = at + 1;
    return items;
  }

  #next({ end }: Span): number {
    const comma = afterSpace(this.#text, end);
    return this.#text[comma] === "," ? afterSpace(this.#text, comma + 1) : comma;
  }
}

const kinds: Readonly<Record<string, TreeNode["kind"]>> = {
  "{": "object",
  "[": "list",
  '"': "text",
};

// Finds its way through a text that is known to be JSON.

function endOfString(text: string, start: number): number {
  for (let at = start; at >= 0;) {
    at = text.indexOf('"', at + 1);
    let before = at - 1;
    while (before > start && text[before] === "\\") before -= 1;
    if (at >= 0 && (at - before) % 2 === 1) return at;
  }
  return text.length;
}

function afterValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start) + 1;
  if (text[start] !== "{" && text[start] !== "[") {
    return firstOf(endOfWord, text, start);
  }
  let depth = 0;
  for (let at = start; at < text.length; at = firstOf(mark, text, at + 1)) {
    if (text[at] === '"') at = endOfString(text, at);
    else depth += text[at] === "{" || text[at] === "[" ? 1 : -1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function afterSpace(text: string, start: number): number {
  return firstOf(noSpace, text, start);
}

const endOfWord = /[\s,\]}]/g;
const mark = /["[\]{}]/g;
const noSpace = /[^ \t\r\n]/g;

/** Where the first of some characters is; the end of the text when there is none. */
function firstOf(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.test(text) ? characters.lastIndex - 1 : text.length;
}
