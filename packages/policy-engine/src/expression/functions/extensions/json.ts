import type { CelInput, CelList, CelMap, CelValue } from "@bufbuild/cel";
import { toBase64 } from "../../base64.ts";
import type { CelLibrary } from "../../cel.ts";
import { formatDuration, formatTimestamp, type TimeParts } from "../../format.ts";
import type { Extensions, Tools } from "./extension.ts";
import { compareText } from "../text.ts";

/**
 * JSON as Go's `encoding/json` reads and writes it: numbers become doubles, keys are sorted, and `<`, `>` and `&` are
 * escaped. The documentation does not mention this; the service is written in Go.
 */
export const jsonExtensions: Extensions = {
  "json.decode": decode,
  decodeJson: decode,
  "json.encode": encode,
  encodeJson: encode,
  isJson: (_tools, text: string) => parsed(text) !== undefined,
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The maximum nesting depth; deeper values would exhaust the stack. */
const deepest = 500;

function decode({ library }: Tools, text: string): CelInput {
  const json = parsed(text)?.value;
  if (json === undefined) throw new Error("The text is not JSON.");
  if (json === null || typeof json !== "object") {
    throw new Error("Decoding JSON that is neither a list nor a map is not documented.");
  }
  return valueOf(json, library, 0);
}

function parsed(text: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

function valueOf(json: Json, library: CelLibrary, depth: number): CelValue {
  const { celList, celMap } = library.cel;
  if (depth > deepest) throw tooDeep();
  if (typeof json === "number" && !Number.isFinite(json)) {
    throw new Error("A number in the JSON is out of the range of double.");
  }
  // Half a surrogate pair is what JSON can write and no text can hold.
  if (typeof json === "string") return json.toWellFormed();
  if (json === null || typeof json !== "object") return json;
  if (isList(json)) return celList(json.map((item) => valueOf(item, library, depth + 1)));
  const entries = Object.entries(json).map(([key, item]): [string, CelInput] => [
    key.toWellFormed(),
    valueOf(item, library, depth + 1),
  ]);
  return celMap(new Map(entries));
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

function encode({ library }: Tools, value: CelList | CelMap): string {
  return written(value, library, 0);
}

function written(value: CelValue, library: CelLibrary, depth: number): string {
  const { cel } = library;
  if (depth > deepest) throw tooDeep();
  if (typeof value === "string") return textOf(value);
  if (typeof value === "number") return numberOf(value);
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Uint8Array) return textOf(toBase64(value));
  if (cel.isCelUint(value)) return String(value.value);
  if (cel.isCelList(value)) {
    return `[${Array.from(value, (item) => written(item, library, depth + 1)).join(",")}]`;
  }
  if (cel.isCelMap(value)) {
    const entries = Array.from(value.entries(), ([key, item]): [string, string] => [
      cel.isCelUint(key) ? String(key.value) : String(key),
      written(item, library, depth + 1),
    ]);
    const sorted = entries.toSorted(([one], [other]) => compareText(one, other));
    return `{${sorted.map(([key, item]) => `${textOf(key)}:${item}`).join(",")}}`;
  }
  if (cel.isCelType(value)) throw new Error("There is no JSON for a type.");
  const { desc, message } = value as { desc: { typeName: string }; message: unknown };
  const isDuration = desc.typeName === "google.protobuf.Duration";
  return textOf((isDuration ? formatDuration : formatTimestamp)(message as TimeParts));
}

function textOf(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    // With a backslash goes the character behind it: in `\\\\b`, which is a backslash, the `b` is only a letter.
    /[<>&\u2028\u2029]|\\./g,
    (part) => {
      const code = codeOf(part);
      return code === undefined ? part : `\\u${code.toString(16).padStart(4, "0")}`;
    },
  );
}

function codeOf(part: string): number | undefined {
  if (part.startsWith("\\")) return { "\\b": 8, "\\f": 12 }[part];
  return part.charCodeAt(0);
}

function numberOf(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`There is no JSON for ${value}.`);
  return Object.is(value, -0) ? "-0" : String(value);
}

function tooDeep(): Error {
  return new Error(`JSON that is nested more than ${deepest} levels deep is not simulated.`);
}
