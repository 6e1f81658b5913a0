import { dateOf, ExchangeError } from "@traffic-policy/policy-engine";

/** The years that RFC 3339 and the expressions can tell: 1 to 9999. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

/** RFC 3339 text, or milliseconds since 1970, as a date; nothing for what is neither. */
export function toTime(value: string | number): Date | undefined {
  if (typeof value === "number" && (value < earliest || value > latest)) return undefined;
  try {
    return dateOf(value);
  } catch (error) {
    if (error instanceof ExchangeError) return undefined;
    throw error;
  }
}
