import { describeValue } from "./errors.ts";

/**
 * Copies a value as JSON holds it, so that nobody else can change it.
 *
 * @param where - the purpose of the value, for the message
 * @throws TypeError for values that JSON would lose: NaN, a date, a function …
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

export function copied<T>(value: T): T;
export function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copied(item) as unknown);
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, copied(member));
  return copy;
}

/** Sets a member of an object, even if it is named `__proto__`. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value, ...ordinary });
  else object[key] = value;
}

const ordinary = { enumerable: true, configurable: true, writable: true };

export function isJsonScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || value === null;
}

export function notJson(value: unknown, where: string): TypeError {
  return new TypeError(`${where} is ${describeValue(value)}, which JSON cannot hold.`);
}

/** True for an object as JSON has it, which excludes a date, for example. */
export function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
