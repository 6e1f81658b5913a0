import { parseTimestamp } from "@traffic-policy/policy-language";

/** Nanoseconds from 1970 to a point in time; undefined for a text that is none. */
export function timestampOf(text: string): bigint | undefined {
  const point = parseTimestamp(text);
  return point && point.seconds * 1_000_000_000n + BigInt(point.nanos);
}
