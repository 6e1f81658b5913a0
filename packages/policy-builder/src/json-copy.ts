import { describeValue } from "./errors.ts";

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

/** A copy of what JSON holds, so that changing it changes nothing else. */
export function copied<T>(value: T): T;
export function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copied(item) as unknown);
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, copied(member));
  return copy;
}

/** Gives an object a member, also one that is called `__proto__`. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value, ...ordinary });
  else object[key] = value;
}

const ordinary = { enumerable: true, configurable: true, writable: true };

/** Checks whether JSON has this value, which is not an object. */
export function isJsonScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || value === null;
}

/** The error for a value that JSON cannot hold. */
export function notJson(value: unknown, where: string): TypeError {
  return new TypeError(`${where} is ${describeValue(value)}, which JSON cannot hold.`);
}

/** Checks whether it is an object as JSON has them, and not a date, say. */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
