import type { CelFunc } from "@bufbuild/cel";
import { BoundedMap, ownMember } from "@traffic-policy/policy-language";
import type { CelLibrary } from "../cel.ts";
import { millisecondsOf, type TimeParts } from "../format.ts";

/** A point in time in one time zone, taken apart. */
interface LocalTime {
  readonly year: number;
  /** From 0 to 11. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/**
 * The parts of points in time. The evaluator's own go by way of dates in the time zone of the
 * machine, and are wrong where its clock is put forward.
 */
export function timeFunctions({ cel, wellKnown }: CelLibrary): CelFunc[] {
  const { celMethod, objectType, CelScalar } = cel;
  const { INT, STRING } = CelScalar;
  const TIMESTAMP = objectType(wellKnown.TimestampSchema);
  return Object.entries(parts).flatMap(([name, part]) => [
    celMethod(name, TIMESTAMP, [], INT, function () {
      return BigInt(part(inZone(this.message as unknown as TimeParts, "UTC")));
    }),
    celMethod(name, TIMESTAMP, [STRING], INT, function (zone) {
      return BigInt(part(inZone(this.message as unknown as TimeParts, zone)));
    }),
  ]);
}

const parts: Readonly<Record<string, (time: LocalTime) => number>> = {
  getFullYear: ({ year }) => year,
  getMonth: ({ month }) => month,
  getDate: ({ day }) => day,
  getDayOfMonth: ({ day }) => day - 1,
  getDayOfWeek: (time) => new Date(startOfDay(time)).getUTCDay(),
  getDayOfYear: (time) =>
    (startOfDay(time) - startOfDay({ ...time, month: 0, day: 1 })) / 86_400_000,
  getHours: ({ hour }) => hour,
  getMinutes: ({ minute }) => minute,
  getSeconds: ({ second }) => second,
  getMilliseconds: ({ millisecond }) => millisecond,
};

/**
 * What a method such as `getHours` gives in UTC; nothing when there is no such method.
 *
 * @param time - in milliseconds since 1970
 */
export function timePart(name: string, time: number): number | undefined {
  return ownMember(parts, name)?.(inUtc(time));
}

function startOfDay({ year, month, day }: LocalTime): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/**
 * @param zone - `UTC`, an offset such as `-08:00` or `02:00`, or a name of the IANA database
 */
function inZone(point: TimeParts, zone: string): LocalTime {
  const time = millisecondsOf(point);
  const offset = /^([+-]?)(\d\d):(\d\d)$/.exec(zone);
  if (zone === "UTC" || zone === "") return inUtc(time);
  if (offset === null) return inNamedZone(time, zone);
  const [, sign, hours, minutes] = offset;
  const minutesAhead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return inUtc(time + minutesAhead * 60_000);
}

function inUtc(time: number): LocalTime {
  const date = new Date(time);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

const formats = new BoundedMap<string, Intl.DateTimeFormat>(100);

/** @throws RangeError when there is no such time zone */
function inNamedZone(time: number, zone: string): LocalTime {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  const found = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(found.get(type));
  const isBeforeChrist = found.get("era")?.startsWith("B") === true;
  return {
    year: isBeforeChrist ? 1 - number("year") : number("year"),
    month: number("month") - 1,
    day: number("day"),
    hour: number("hour"),
    minute: number("minute"),
    second: number("second"),
    millisecond: new Date(time).getUTCMilliseconds(),
  };
}
