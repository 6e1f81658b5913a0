import type { JsonObject, JsonValue } from "../../json-value.ts";
import { maxNesting } from "../nesting.ts";
import { endOfString } from "./scan.ts";

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
const colon = 0x3a;

/** How many keys a text has if it is JSON; undefined when a number in it may lose digits. */
function countKeys(text: string): number | undefined {
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quote) {
      index = endOfString(text, index);
    } else if (unit === colon) {
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
