import { parseDuration } from "@traffic-policy/policy-language";

const pointInTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Nanoseconds from 1970 to a point in time; undefined for a text that is none. */
export function timestampOf(text: string): bigint | undefined {
  const [, seconds = "", fraction = "", zone = ""] = pointInTime.exec(text) ?? [];
  const milliseconds = Date.parse(seconds + zone);
  if (Number.isNaN(milliseconds)) return undefined;
  return BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Nanoseconds of a length of time; undefined for a text that is none, or for one too exact. */
export function durationOf(text: string): bigint | undefined {
  const length = parseDuration(text);
  return length !== undefined && Number.isSafeInteger(length) ? BigInt(length) : undefined;
}
