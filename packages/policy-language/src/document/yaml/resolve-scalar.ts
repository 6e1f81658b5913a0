import type { Scalar } from "yaml";
import { isLosslessNumber } from "lossless-json";
import type { JsonValue } from "../../json-value.ts";
import type { DocumentErrorCode } from "../document-error.ts";
import { notFinite, resolvePlain } from "./core-schema.ts";
import { shortTag } from "./tag.ts";

/** The JSON value of a scalar, or what keeps it from having one. */
export type ResolvedScalar =
  | { readonly value: JsonValue; readonly error?: never }
  | {
      readonly value?: never;
      readonly error: { readonly code: DocumentErrorCode; readonly detail: string };
    };

/** Resolves a scalar by its tag and style: only one without quotes can be anything but text. */
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
