import type { Outcome } from "@traffic-policy/policy-engine";

/** An outcome with its trace, or without. The rules that did not match stand in the policy, and the trace. */
export function outcomeJson(outcome: Outcome, withTrace: boolean): Omit<Outcome, "rules"> {
  const { trace, rules: _, ...told } = outcome;
  return withTrace && trace !== undefined ? { ...told, trace } : told;
}

/** The text of JSON in which bytes are objects with their Base64. */
export function jsonWithBytes(value: unknown, space?: number): string {
  return JSON.stringify(value, withBytes, space);
}

// A `Buffer` has become an object by the time that a replacer sees it.
function withBytes(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Readonly<Record<string, unknown>>)[key];
  return own instanceof Uint8Array ? { base64: Buffer.from(own).toString("base64") } : value;
}
