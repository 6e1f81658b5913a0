import { isLosslessNumber, compareNumber, isSafeNumber, LosslessNumber } from "lossless-json";
import { isJsonObject, isList, ownMember, type JsonValue } from "../json-value.ts";
import { withoutEnd } from "../text/shown.ts";
import { serialize } from "./serialize.ts";

/**
 * True when two JSON values are the same document. Key order does not matter, numbers are equal by value (or by
 * digits if they kept them), and strings by code unit.
 */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (isLosslessNumber(left) || isLosslessNumber(right)) {
    return isNumber(left) && isNumber(right) && sameNumber(left, right);
  }
  if (isList(left) && isList(right)) {
    return (
      left.length === right.length &&
      left.every((item, index) => {
        const other = right[index];
        return other !== undefined && jsonEqual(item, other);
      })
    );
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => {
        const [one, other] = [left[key], ownMember(right, key)];
        return one !== undefined && other !== undefined && jsonEqual(one, other);
      })
    );
  }
  return false;
}

function isNumber(value: JsonValue): value is number | LosslessNumber {
  return typeof value === "number" || isLosslessNumber(value);
}

/** Parses the digits of a JSON number: a double when it holds the value exactly, otherwise the digits. */
export function exactNumber(digits: string): number | LosslessNumber {
  return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);
}

function sameNumber(left: number | LosslessNumber, right: number | LosslessNumber): boolean {
  const [one, other] = [String(left), String(right)];
  // Exponents beyond this are compared as they are written: a double would make them equal.
  const isHuge = /e[+-]?\d{16}/i.test(one) || /e[+-]?\d{16}/i.test(other);
  return isHuge ? one === other : compareNumber(one, other) === 0;
}

/**
 * A text of a JSON value that is the same for all values that are identical as documents: neither the
 * order of keys nor the spelling of numbers shows in it. For checksums, and to find a value again.
 */
export function canonicalText(value: JsonValue): string {
  return serialize(canonical(value));
}

function canonical(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(canonical);
  if (isLosslessNumber(value)) return canonicalNumber(value);
  if (Object.is(value, -0)) return 0;
  if (!isJsonObject(value)) return value;
  const sorted = Object.create(null) as Record<string, JsonValue>;
  for (const key of Object.keys(value).toSorted()) sorted[key] = canonical(value[key] ?? null);
  return sorted;
}

/** Normalizes a number that no double holds: an integer without trailing zeros, and a power of ten. */
function canonicalNumber(number: LosslessNumber): number | LosslessNumber {
  const exact = exactNumber(number.value);
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number.value);
  if (!isLosslessNumber(exact) || parts === null) return exact;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  // As `sameNumber` has it: exponents that a double cannot hold are compared as they are written.
  if (/\d{16}/.test(exponent)) return exact;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = withoutEnd(digits, "0");
  if (significant === "") return 0;
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return new LosslessNumber(`${sign}${significant}e${power}`);
}
