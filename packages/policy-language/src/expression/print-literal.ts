import type { LiteralValue } from "./tree.ts";

/**
 * Writes a literal. Strings stand in single quotes, which need no escape inside JSON, unless
 * double quotes save an escape.
 *
 * @throws RangeError for a value that no CEL literal can express: a number that is not finite,
 * a whole number over 64 bits, a string with half a surrogate pair.
 */
export function printLiteral(literal: LiteralValue): string {
  switch (literal.type) {
    case "string":
      return printString(literal.value);
    case "bytes":
      return `b'${Array.from(literal.value, printByte).join("")}'`;
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
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  // oxlint-disable-next-line no-control-regex
  return `${quote}${value.replace(/[\\'"\u0000-\u001f\u007f]/g, (character) =>
    character === "'" || character === '"'
      ? character === quote
        ? `\\${character}`
        : character
      : (escapes[character] ?? `\\x${hex(character.charCodeAt(0))}`),
  )}${quote}`;
}

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function printByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[\w ./:-]/.test(character) && byte < 128 ? character : `\\x${hex(byte)}`;
}

function hex(code: number): string {
  return code.toString(16).padStart(2, "0");
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
