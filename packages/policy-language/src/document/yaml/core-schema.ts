import type { Scalar } from "yaml";
import { isLosslessNumber } from "lossless-json";
import type { JsonValue } from "../../json-value.ts";
import type { DocumentErrorCode } from "../document-error.ts";
import { exactNumber } from "../json-equal.ts";

export type ResolvedScalar =
  | { readonly value: JsonValue; readonly error?: never }
  | {
      readonly value?: never;
      readonly error: { readonly code: DocumentErrorCode; readonly detail: string };
    };

/** Resolves a scalar by its tag and style: only an unquoted scalar can be anything but text. */
export function resolveScalar(scalar: Scalar.Parsed): ResolvedScalar {
  const { source: text, type } = scalar;
  const tag = shortTag(scalar.tag);
  if (tag === "!!str" || tag === "!") return { value: text };
  if (tag === undefined && type !== "PLAIN") return { value: text };
  if (tag !== undefined && !Object.hasOwn(kinds, tag))
    return { error: { code: "tag-unknown", detail: tag } };
  const value = resolvePlain(text);
  const isOfKind = tag === undefined || kinds[tag]?.(value === notFinite ? 0 : value, text);
  if (!isOfKind) return { error: { code: "tag-mismatch", detail: tag } };
  if (value === notFinite) return { error: { code: "number-not-finite", detail: text } };
  return { value };
}

const kinds: Readonly<Record<string, (value: JsonValue, text: string) => boolean>> = {
  "!!null": (value) => value === null,
  "!!bool": (value) => typeof value === "boolean",
  "!!int": (value, text) => isNumber(value) && /^(?:[-+]?\d+|0[ox].*)$/.test(text),
  "!!float": (value, text) => isNumber(value) && !/^0[ox]/.test(text),
};

function isNumber(value: JsonValue): boolean {
  return typeof value === "number" || isLosslessNumber(value);
}

export const notFinite = Symbol("not finite");

/** Resolves a plain scalar by the core schema of YAML 1.2 (section 10.3.2). */
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

/** Normalizes number forms that only YAML allows: `+1`, `007`, `.5` and `1.`. */
function jsonDigits(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^([-+]?)(\d*)\.?(\d*)(.*)$/.exec(text) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign.replace("+", "")}${digits}${fraction && "."}${fraction}${exponent}`;
}

/** Shortens a tag to its usual form: `!!` for the tags of the core schema. */
export function shortTag(tag: string | undefined): string | undefined {
  return tag?.replace(/^tag:yaml\.org,2002:/, "!!");
}
