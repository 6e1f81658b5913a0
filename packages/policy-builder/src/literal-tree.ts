import { type Expression } from "@traffic-policy/policy-language";
import { patternOfJavaScript } from "@traffic-policy/policy-language/internal";
import { describeValue } from "./errors.ts";

/** A JavaScript value that has one meaning in CEL. A whole number becomes an `int`. */
export type LiteralInput =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | Date
  | readonly LiteralInput[];

/**
 * Returns the CEL literal of a JavaScript value; a date becomes `timestamp(…)`.
 *
 * @throws RangeError for a number that is not finite, a whole number too large to be exact or to fit, a date that is
 *   invalid or outside CEL's range, and text with a lone surrogate
 * @throws TypeError for a value that CEL has no literal for
 */
export function literalTree(value: unknown): Expression {
  if (typeof value === "string") return stringTree(value);
  if (typeof value === "number") return numberTree(value);
  if (typeof value === "boolean") return { kind: "literal", type: "bool", value };
  if (typeof value === "bigint") return wholeTree("int", value);
  if (value === null) return { kind: "literal", type: "null", value };
  if (value instanceof Uint8Array)
    return { kind: "literal", type: "bytes", value: new Uint8Array(value) };
  if (value instanceof Date) return callOf("timestamp", timestampText(value));
  if (Array.isArray(value)) return { kind: "list", elements: Array.from(value, literalTree) };
  throw new TypeError(`CEL has no literal for ${describeValue(value)}.`);
}

/** Returns the literal of a value with a given CEL type: `45` as a double is `45.0`. */
export function literalTreeOf(kind: string, value: unknown): Expression {
  switch (kind) {
    case "double":
      if (typeof value === "number") return doubleTree(value);
      break;
    case "int":
    case "uint":
      if (typeof value === "bigint") return wholeTree(kind, value);
      if (typeof value === "number") return wholeTree(kind, exact(value));
      break;
    case "timestamp":
      if (typeof value === "string") return callOf("timestamp", value);
      if (value instanceof Date) return literalTree(value);
      break;
    case "duration":
      if (typeof value === "string") return callOf("duration", value);
      break;
    case "string":
      if (typeof value === "string") return stringTree(value);
      break;
    case "bool":
      if (typeof value === "boolean") return literalTree(value);
      break;
    case "bytes":
      if (value instanceof Uint8Array) return literalTree(value);
      break;
    case "dyn":
      return literalTree(value);
  }
  if (value instanceof RegExp) throw patternInstead(value);
  throw new TypeError(`A value of the CEL type ${kind} is needed, not ${describeValue(value)}.`);
}

function patternInstead(pattern: RegExp): TypeError {
  const text = JSON.stringify(patternOfJavaScript(pattern));
  return new TypeError(`CEL has patterns as text (RE2), not as a RegExp: write ${text}.`);
}

function stringTree(value: string): Expression {
  if (!value.isWellFormed()) {
    throw new RangeError("CEL has no literal for text with half a surrogate pair.");
  }
  return { kind: "literal", type: "string", value };
}

function numberTree(value: number): Expression {
  return Number.isInteger(value) ? wholeTree("int", exact(value)) : doubleTree(value);
}

function doubleTree(value: number): Expression {
  if (!Number.isFinite(value)) throw new RangeError(`CEL has no literal for ${value}.`);
  return { kind: "literal", type: "double", value };
}

function exact(value: number): bigint {
  if (!Number.isInteger(value)) throw new RangeError(`${value} is not a whole number.`);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is not exact as a number; write it as a bigint, like 123n.`);
  }
  return BigInt(value);
}

function wholeTree(type: "int" | "uint", value: bigint): Expression {
  if (value !== (type === "int" ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value))) {
    throw new RangeError(`${value} does not fit into the CEL type ${type}.`);
  }
  return { kind: "literal", type, value };
}

function timestampText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new RangeError("The date is not valid.");
  const text = date.toISOString();
  if (/^(?!0000)\d{4}-/.test(text)) return text;
  throw new RangeError(`CEL supports only the years 1 to 9999, but the date is ${text}.`);
}

function callOf(name: string, text: string): Expression {
  return { kind: "call", name, arguments: [stringTree(text)] };
}
