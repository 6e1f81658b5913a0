import { serialize } from "@traffic-policy/policy-language";
import type { Terminal } from "../context.ts";

export function printJson(output: object, { out }: Terminal): void {
  out(`${serialize(output, 2)}\n`);
}

/** Serializes to JSON, with bytes as objects that hold their Base64. */
export function jsonWithBytes(value: unknown, space?: number): string {
  return JSON.stringify(value, withBytes, space);
}

// A `Buffer` has become an object by the time that a replacer sees it.
function withBytes(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Readonly<Record<string, unknown>>)[key];
  return own instanceof Uint8Array ? { base64: Buffer.from(own).toString("base64") } : value;
}
