import { toPointer } from "@traffic-policy/policy-language";
import { toBase64 } from "../expression/base64.ts";
import { FormatError } from "./format-error.ts";

/**
 * What a module exports as a file would say it, so that both are checked in the same way: dates as
 * text, bytes in Base64, regular expressions as `matches`, pairs of headers as an object. Functions are
 * left out.
 *
 * @throws FormatError when a part of it is what it is in
 */
export function plainForm(value: unknown): unknown {
  return plain(value, []);
}

/** A key, and the value that it is in. */
type Step = readonly [object: object, key: string | number];

/** @param path - from the outermost value to this one */
function plain(value: unknown, path: readonly Step[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (path.some(([outer]) => outer === value)) {
    const at = toPointer(path.map(([, key]) => key));
    const help = "Write the value out instead.";
    throw new FormatError({ path: at, message: `${at} contains itself.`, help });
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => plain(item, [...path, [value, index]]));
  }
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "an invalid time" : value.toISOString();
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof RegExp) return { matches: "" };
  const members: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || typeof member === "function") continue;
    // Only code can give them, and the engine checks them.
    if (key === "extensions") continue;
    const isPairs = (key === "headers" || key === "trailers") && Array.isArray(member);
    members[key] = isPairs ? headersOf(member) : plain(member, [...path, [value, key]]);
  }
  return members;
}

function headersOf(pairs: readonly unknown[]): unknown {
  const isRight = pairs.every((pair) => Array.isArray(pair) && pair.length === 2);
  return isRight ? Object.fromEntries(pairs as [string, unknown][]) : pairs;
}
