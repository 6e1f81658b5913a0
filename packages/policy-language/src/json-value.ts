import type { LosslessNumber } from "lossless-json";

/**
 * A JSON value as this project holds it.
 *
 * Objects have no prototype, so `__proto__` is a key like any other. A number is a JavaScript
 * number when a double holds its value; otherwise it is a `LosslessNumber`, which keeps the digits.
 */
export type JsonValue =
  string | number | boolean | null | LosslessNumber | readonly JsonValue[] | JsonObject;

/** A JSON object; see {@link JsonValue}. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Whether a value is a JSON object, and neither a list nor a number that kept its digits. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
