import { describeValue } from "./describe-value.ts";

/**
 * A copy of a value as JSON has it, which nobody else can change.
 *
 * @param where - what the value is for, for the message
 * @throws TypeError for what JSON has no counterpart of, and would lose: NaN, a date, a function …
 */
export function copyJson<T>(value: T, where: string): T;
export function copyJson(value: unknown, where: string): unknown {
  if (isJsonScalar(value)) return value;
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => copyJson(item, `${where}[${index}]`));
  }
  if (typeof value !== "object" || value === null || !isPlainObject(value)) {
    throw notJson(value, where);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, copyJson(member, `${where}.${key}`)]),
  );
}

/** Whether JSON has this value, which is no object. */
export function isJsonScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || value === null;
}

/** The error for a value that JSON cannot hold. */
export function notJson(value: unknown, where: string): TypeError {
  return new TypeError(`${where} is ${describeValue(value)}, which JSON cannot hold.`);
}

/** Whether it is an object as JSON has them, and not a date, say. */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
