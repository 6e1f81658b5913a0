import type { LiteralValue } from "./tree.ts";

/**
 * Writes a literal. Strings stand in single quotes, which need no escape inside JSON, unless
 * double quotes save an escape. A negative number is written with its minus, which the parser takes
 * for part of the literal.
 *
 * @throws RangeError for a value that no CEL literal can express: a number that is not finite,
 * a whole number over 64 bits, a string with half a surrogate pair.
 */
export function printLiteral(literal: LiteralValue): string {
  switch (literal.type) {
    case "string":
      return printString(literal.value);
    case "bytes":
      return printBytes(literal.value);
    case "int":
      return printWhole(literal.value, -(2n ** 63n), 2n ** 63n - 1n);
    case "uint":
      return `${printWhole(literal.value, 0n, 2n ** 64n - 1n)}u`;
    case "double":
      return printDouble(literal.value);
    case "bool":
    case "null":
      return String(literal.value);
  }
}

function printString(value: string): string {
  if (!value.isWellFormed()) {
    throw new RangeError("A string with half a surrogate pair cannot be written in CEL.");
  }
  return quoted(value, unprintable);
}

function printBytes(value: Uint8Array): string {
  const characters = Array.from(value, (byte) => String.fromCharCode(byte));
  return `b${quoted(characters.join(""), unprintableByte)}`;
}

// Controls, and marks that change the direction of the text around them, which would make an
// expression look like another one.
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const unprintableByte = /[^ -~]/g;

function quoted(value: string, escaped: RegExp): string {
  if (/^[\w ./:-]*$/.test(value)) return `'${value}'`;
  const quote = count(value, "'") > count(value, '"') ? '"' : "'";
  const text = value
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(escaped, (character) => short[character] ?? numbered(character.charCodeAt(0)));
  return quote + text + quote;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function numbered(code: number): string {
  return code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

function printWhole(value: bigint, least: bigint, most: bigint): string {
  if (value < least || value > most) {
    throw new RangeError(`${value} does not fit into 64 bits.`);
  }
  return String(value);
}

function printDouble(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written in CEL.`);
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
