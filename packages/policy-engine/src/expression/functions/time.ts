import type { CelFunc, CelInput } from "@bufbuild/cel";
import {
  BoundedMap,
  isInTimeRange,
  offsetOfTimestamp,
  parseTimestamp,
  parseTimeZone,
} from "@traffic-policy/policy-language/internal";
import type { CelLibrary } from "../cel.ts";
import type { BehaviourOptions } from "../../options.ts";
import { formatTimestamp, millisecondsOf, type TimeParts } from "../format.ts";

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

type TimeOptions = Pick<BehaviourOptions, "durationMilliseconds" | "timestampOffset">;

/**
 * Functions for the parts of points in time. The evaluator's own use dates in the machine's time zone, and are wrong
 * around daylight-saving changes.
 *
 * If the options say so, a point in time keeps the offset of the text that it was read from. The offset is stored
 * beside it, because the evaluator's points in time have none.
 */
export function timeFunctions(
  { cel, wellKnown, protobuf }: CelLibrary,
  options: () => TimeOptions | undefined,
): CelFunc[] {
  const { celFunc, celMethod, objectType, CelScalar } = cel;
  const { INT, STRING } = CelScalar;
  const TIMESTAMP = objectType(wellKnown.TimestampSchema);
  const DURATION = objectType(wellKnown.DurationSchema);
  const milliseconds = celMethod("getMilliseconds", DURATION, [], INT, function () {
    const { seconds, nanos } = this.message as unknown as TimeParts;
    const rest = BigInt(Math.trunc(nanos / 1e6));
    return options()?.durationMilliseconds === "rest" ? rest : seconds * 1000n + rest;
  });
  const offsets = new WeakMap<object, number>();
  const offsetOf = (message: object): number =>
    options()?.timestampOffset === "kept" ? (offsets.get(message) ?? 0) : 0;
  const withOffset = (time: TimeParts, offset: number): CelInput<typeof TIMESTAMP> => {
    const message = protobuf.create(wellKnown.TimestampSchema, time);
    if (offset !== 0) offsets.set(message, offset);
    return message;
  };
  const timestamp = celFunc("timestamp", [STRING], TIMESTAMP, (text) => {
    const time = parseTimestamp(text);
    if (time === undefined) throw new Error(`'${text}' is not a timestamp.`);
    return withOffset(time, offsetOfTimestamp(text));
  });
  const string = celFunc("string", [TIMESTAMP], STRING, ({ message }) =>
    formatTimestamp(message as unknown as TimeParts, offsetOf(message)),
  );
  const moved = (message: object, by: object, sign: 1n | -1n): CelInput<typeof TIMESTAMP> => {
    const nanoseconds = nanosecondsOf(message as TimeParts) + sign * nanosecondsOf(by as TimeParts);
    const seconds = floored(nanoseconds);
    if (!isInTimeRange(seconds)) throw new Error("timestamp out of range");
    const nanos = Number(nanoseconds - seconds * nanosecondsOfSecond);
    return withOffset({ seconds, nanos }, offsets.get(message) ?? 0);
  };
  const arithmetic = [
    celFunc("_+_", [TIMESTAMP, DURATION], TIMESTAMP, (time, by) =>
      moved(time.message, by.message, 1n),
    ),
    celFunc("_+_", [DURATION, TIMESTAMP], TIMESTAMP, (by, time) =>
      moved(time.message, by.message, 1n),
    ),
    celFunc("_-_", [TIMESTAMP, DURATION], TIMESTAMP, (time, by) =>
      moved(time.message, by.message, -1n),
    ),
  ];
  const ofTimestamps = Object.entries(parts).flatMap(([name, part]) => [
    celMethod(name, TIMESTAMP, [], INT, function () {
      const time = millisecondsOf(this.message as unknown as TimeParts);
      return BigInt(part(inUtc(time + offsetOf(this.message) * 60_000)));
    }),
    celMethod(name, TIMESTAMP, [STRING], INT, function (zone) {
      return BigInt(part(inZone(this.message as unknown as TimeParts, zone)));
    }),
  ]);
  return [milliseconds, timestamp, string, ...arithmetic, ...ofTimestamps];
}

const nanosecondsOfSecond = 1_000_000_000n;

function nanosecondsOf({ seconds, nanos }: TimeParts): bigint {
  return seconds * nanosecondsOfSecond + BigInt(nanos);
}

/** Divides to whole seconds, rounded down. */
function floored(nanoseconds: bigint): bigint {
  const seconds = nanoseconds / nanosecondsOfSecond;
  return nanoseconds < seconds * nanosecondsOfSecond ? seconds - 1n : seconds;
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

function startOfDay({ year, month, day }: LocalTime): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** @throws Error for an unknown time zone */
function inZone(point: TimeParts, text: string): LocalTime {
  const time = millisecondsOf(point);
  const zone = parseTimeZone(text);
  if (zone === undefined) throw new Error(`There is no time zone "${text}".`);
  return typeof zone === "string" ? inNamedZone(time, zone) : inUtc(time + zone * 60_000);
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

/** @throws RangeError when JavaScript does not know the time zone */
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
