import { isInTimeRange, parseTimestamp } from "@traffic-policy/policy-language/internal";
import { millisecondsOf } from "../expression/format.ts";
import { ExchangeError, type TimeInput } from "./exchange.ts";

/**
 * Converts a point in time to a date.
 *
 * @throws ExchangeError for a text that is not an RFC 3339 time, for an invalid number or date, and for a year
 *   outside 1 to 9999
 */
export function dateOf(time: TimeInput): Date {
  if (typeof time === "string") {
    const parts = parseTimestamp(time);
    if (parts !== undefined) return new Date(millisecondsOf(parts));
  } else {
    const date = typeof time === "number" ? new Date(time) : time;
    const seconds = Math.floor(date.getTime() / 1000);
    if (!Number.isNaN(seconds) && isInTimeRange(BigInt(seconds))) return date;
  }
  throw new ExchangeError(
    `${typeof time === "string" ? JSON.stringify(time) : shown(time)} is not a time.`,
    typeof time === "string"
      ? "Write date, time and zone as in RFC 3339, like 2024-01-31T00:00:00Z."
      : "Give milliseconds since 1970, or a date, in the years 1 to 9999.",
  );
}

function shown(time: number | Date): string {
  if (typeof time === "number") return String(time);
  return Number.isNaN(time.getTime()) ? String(time) : time.toISOString();
}
