import type { JsonValue } from "../../json-value.ts";
import { exactNumber } from "../exact-number.ts";

/** A plain scalar that JSON has no counterpart of. */
export const notFinite = Symbol("not finite");

/** The value of a plain scalar in the core schema of YAML 1.2 (section 10.3.2). */
export function resolvePlain(text: string): JsonValue | typeof notFinite {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^0o[0-7]+$/.test(text) || /^0x[\da-fA-F]+$/.test(text)) {
    return exactNumber(String(BigInt(text)));
  }
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text)) {
    return exactNumber(jsonDigits(text));
  }
  if (/^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(text)) return notFinite;
  return text;
}

/** YAML also takes `+1`, `007`, `.5` and `1.`. */
function jsonDigits(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^([-+]?)(\d*)\.?(\d*)(.*)$/.exec(text) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign.replace("+", "")}${digits}${fraction && "."}${fraction}${exponent}`;
}
