import { withoutEnd } from "../../text/without-end.ts";
import { isLosslessNumber, LosslessNumber } from "lossless-json";
import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { exactNumber } from "../exact-number.ts";
import { serialize } from "../serialize.ts";
import { isList } from "./json-equal.ts";

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

/** A number that no double holds, as an integer without zeros at its end and a power of ten. */
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
