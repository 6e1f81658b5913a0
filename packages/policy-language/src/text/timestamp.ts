/** A point in time. */
export interface Timestamp {
  /** Since 1970. */
  readonly seconds: bigint;
  /** Since the last full second. */
  readonly nanos: number;
}

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * The point in time of an RFC 3339 text; nothing when the text is none, or when it is not in the years
 * 1 to 9999, which are those of timestamps in the definition of CEL.
 *
 * As in Go, which the service is written in, a fraction may also stand behind a comma, and what is
 * less than a nanosecond is cut.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const [fraction = "", sign = "+", offsetHours = "0", offsetMinutes = "0"] = match.slice(7);
  if (month < 1 || month > 12 || day < 1 || day > lastDayOf(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  // `Date.UTC` takes years below 100 for those of the last century.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === "-" ? -1 : 1);
  const seconds = BigInt(date.getTime() / 1000 - offset);
  if (!isInTimeRange(seconds)) return undefined;
  return { seconds, nanos: Number(fraction.slice(0, 9).padEnd(9, "0")) };
}

/** The offset from UTC of an RFC 3339 text, in minutes; 0 for a text that is none. */
export function offsetOfTimestamp(text: string): number {
  const [sign = "+", hours = "0", minutes = "0"] = form.exec(text)?.slice(8) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === "-" && offset > 0 ? -offset : offset;
}

/**
 * Checks whether a point in time is one that CEL has: in the years 1 to 9999.
 *
 * @param seconds - since 1970
 */
export function isInTimeRange(seconds: bigint): boolean {
  return seconds >= -62_135_596_800n && seconds <= 253_402_300_799n;
}

function lastDayOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}
