import type { LosslessNumber } from "lossless-json";

/**
 * A JSON value as this project holds it.
 *
 * Objects have no prototype, so `__proto__` is a key like any other. A number is a JavaScript
 * number when a double holds its value; otherwise it is a `LosslessNumber`, which keeps the digits.
 */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | LosslessNumber
  | readonly JsonValue[]
  | JsonObject;

/** A JSON object; see {@link JsonValue}. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Checks whether a value is a JSON object, and neither a list nor a number that kept its digits. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** True for a list. Needed because `Array.isArray` does not narrow readonly lists. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * An own member of an object; undefined when there is none. A name in a policy may be `toString`,
 * which every object inherits.
 */
export function ownMember<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function childOf(value: JsonValue, key: string): JsonValue | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) ? ownMember(value, key) : undefined;
}

// JavaScript puts integer keys first. An object read from a text that wrote them in another order keeps
// the author's order in this property, which copies and JSON leave out. The symbol is registered, because
// the package may be installed, or bundled, more than once.
const authorsOrder = Symbol.for("@traffic-policy/policy-language/key-order");

export function keepKeyOrder(object: JsonObject, written: readonly string[]): void {
  if (Object.keys(object).some((key, index) => key !== written[index])) {
    Object.defineProperty(object, authorsOrder, { value: written });
  }
}

export function keysInOrder(object: object): readonly string[] {
  const keys = Object.keys(object);
  const { [authorsOrder]: written } = object as { readonly [authorsOrder]?: readonly string[] };
  const isCurrent =
    written?.length === keys.length && written.every((key) => Object.hasOwn(object, key));
  return isCurrent ? written : keys;
}

/** Returns a text, a number or a truth value as a text; the empty text for all else, of which some have none. */
export function scalarText(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}
