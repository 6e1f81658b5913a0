import { encodeUtf8 } from "@traffic-policy/policy-language/internal";
import { fromBase64 } from "./expression/base64.ts";

export function utf8(text: string): Uint8Array {
  return Uint8Array.from(encodeUtf8(text));
}

export function concatenated(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const all = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
  const bytes = new Uint8Array(all.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function decoded(text: string, encoding: "hex" | "base64"): Uint8Array | undefined {
  if (encoding === "base64") return fromBase64(text);
  if (!/^(?:[0-9A-Fa-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Compares bytes in constant time, which does not reveal where they differ. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}
