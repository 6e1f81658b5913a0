import { parseDuration, parseTimestamp } from "@traffic-policy/policy-language";

/** Nanoseconds from 1970 to a point in time; undefined for a text that is none. */
export function timestampOf(text: string): bigint | undefined {
  const point = parseTimestamp(text);
  return point && point.seconds * 1_000_000_000n + BigInt(point.nanos);
}

/** Nanoseconds of a length of time; undefined for a text that is none, or for one too exact. */
export function durationOf(text: string): bigint | undefined {
  const length = parseDuration(text);
  return length !== undefined && Number.isSafeInteger(length) ? BigInt(length) : undefined;
}
