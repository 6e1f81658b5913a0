import { parseTimestamp } from "../expression/parse-timestamp.ts";
import { ExchangeError } from "./exchange-error.ts";
import type { TimeInput } from "./exchange.ts";

/**
 * A point in time as a date.
 *
 * @throws ExchangeError for a text that is no RFC 3339 time
 */
export function dateOf(time: TimeInput): Date {
  if (typeof time === "number") return new Date(time);
  if (typeof time !== "string") return time;
  const parts = parseTimestamp(time);
  if (parts === undefined) {
    throw new ExchangeError(
      `"${time}" is not a time.`,
      "Write date, time and zone as RFC 3339 has them, like 2024-01-31T00:00:00Z.",
    );
  }
  return new Date(Number(parts.seconds) * 1000 + Math.floor(parts.nanos / 1e6));
}
