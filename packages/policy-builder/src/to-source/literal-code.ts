import { escaped, unprintable } from "./escape.ts";
import { isIdentifierName } from "./identifier.ts";

/** A string, number, bigint, boolean or null as TypeScript. */
export function scalarCode(value: string | number | bigint | boolean | null): string {
  if (typeof value === "string") return stringCode(value);
  if (typeof value === "number") return numberCode(value);
  return typeof value === "bigint" ? `${grouped(String(value))}n` : String(value);
}

/** A string as TypeScript; nothing in it is invisible. */
export function stringCode(value: string): string {
  const text = value
    .replace(/["\\]/g, (character) => `\\${character}`)
    .replace(unprintable, escaped);
  return `"${text}"`;
}

/** A JSON value as TypeScript. */
export function jsonCode(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonCode).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalarCode(value as string);
  const members = Object.entries(value).map(
    ([key, member]) => `${keyCode(key)}: ${jsonCode(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The key of a member in an object literal. */
export function keyCode(key: string): string {
  // Written as a plain key, it would set the prototype.
  if (key === "__proto__") return `["__proto__"]`;
  return isIdentifierName(key) ? key : stringCode(key);
}

function numberCode(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return Number.isInteger(value) ? grouped(String(value)) : String(value);
}

// From five digits on, as people write them.
function grouped(digits: string): string {
  if (!/^-?\d{5,}$/.test(digits)) return digits;
  return digits.replace(/(?<=\d)(?=(?:\d{3})+$)/g, "_");
}
