import { Intervals } from "./intervals.ts";

const second = 1_000_000_000n;
const day = 86_400n * second;

/** All timestamps of CEL, in nanoseconds since 1970: the years 1 to 9999. */
export const allTimes = Intervals.between(
  -62_135_596_800n * second,
  253_402_300_799n * second + (second - 1n),
);

export const timeParts: Readonly<Record<string, readonly [least: bigint, greatest: bigint]>> = {
  getFullYear: [1n, 9999n],
  getMonth: [0n, 11n],
  getDate: [1n, 31n],
  getDayOfMonth: [0n, 30n],
  getDayOfWeek: [0n, 6n],
  getDayOfYear: [0n, 365n],
  getHours: [0n, 23n],
  getMinutes: [0n, 59n],
  getSeconds: [0n, 59n],
  getMilliseconds: [0n, 999n],
};

const units: readonly (readonly [name: string, length: bigint, count: bigint])[] = [
  ["getHours", 3600n * second, 24n],
  ["getMinutes", 60n * second, 60n],
  ["getSeconds", second, 60n],
  ["getMilliseconds", 1_000_000n, 1000n],
];

/** The timestamps of a range whose UTC parts are in given sets. */
export class Times {
  readonly #range: Intervals;
  readonly #parts: ReadonlyMap<string, Intervals>;
  #member: bigint | null | undefined;

  private constructor(range: Intervals, parts: ReadonlyMap<string, Intervals>) {
    this.#range = range;
    this.#parts = parts;
  }

  static readonly all = new Times(allTimes, new Map());

  within(range: Intervals): Times {
    return new Times(this.#range.and(range).whole(), this.#parts);
  }

  /** @param name - the method that returns the part */
  withPart(name: string, values: Intervals): Times {
    const before = this.#parts.get(name) ?? Intervals.between(...(timeParts[name] ?? [0n, 0n]));
    return new Times(this.#range, new Map([...this.#parts, [name, before.and(values).whole()]]));
  }

  /** A member, near the start of 2024 where possible; undefined when there is none. */
  get member(): bigint | undefined {
    this.#member ??= this.#find() ?? null;
    return this.#member ?? undefined;
  }

  #find(): bigint | undefined {
    if ([...this.#parts.values()].some(({ isEmpty }) => isEmpty)) return undefined;
    const usual = 19_723n;
    const ranges = this.#range.list.map(
      ({ low, high }) => [low as bigint, high as bigint] as const,
    );
    const distance = ([low, high]: readonly [bigint, bigint]): bigint =>
      low / day > usual ? low / day - usual : high / day < usual ? usual - high / day : 0n;
    const sorted = ranges.toSorted((one, other) => (distance(one) < distance(other) ? -1 : 1));
    for (const [low, high] of sorted) {
      const found = this.#findBetween(low, high, usual);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  get first(): bigint | undefined {
    for (const { low, high } of this.#range.list) {
      const found = this.#firstBetween(low as bigint, high as bigint);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #firstBetween(low: bigint, high: bigint): bigint | undefined {
    const [first, last] = [floorDay(low), floorDay(high)];
    const within = (one: bigint, from: bigint): bigint | undefined => {
      const end = high - one * day;
      const time = this.#hasDay(one)
        ? this.#timeOfDay(from, end < day ? end : day - 1n)
        : undefined;
      return time === undefined ? undefined : one * day + time;
    };
    const found = within(first, low - first * day);
    if (found !== undefined || first === last) return found;
    const inner = this.#dayBetween(first + 1n, last - 1n, first);
    const time = inner === undefined ? undefined : this.#timeOfDay(0n, day - 1n);
    return inner === undefined || time === undefined ? within(last, 0n) : inner * day + time;
  }

  #findBetween(low: bigint, high: bigint, usual: bigint): bigint | undefined {
    const [first, last] = [floorDay(low), floorDay(high)];
    // The first and the last day may be there in part only.
    const inner = this.#dayBetween(
      low === first * day ? first : first + 1n,
      high === last * day + day - 1n ? last : last - 1n,
      usual,
    );
    const time = inner === undefined ? undefined : this.#timeOfDay(0n, day - 1n);
    if (inner !== undefined && time !== undefined) return inner * day + time;
    for (const one of [first, last]) {
      if (!this.#hasDay(one)) continue;
      const [from, to] = [one === first ? low - one * day : 0n, high - one * day];
      const found = this.#timeOfDay(from, to < day ? to : day - 1n);
      if (found !== undefined) return one * day + found;
    }
    return undefined;
  }

  /** Finds a whole day in the range with a wanted date; searches year by year. */
  #dayBetween(first: bigint, last: bigint, usual: bigint): bigint | undefined {
    if (first > last) return undefined;
    const start = usual < first ? first : usual > last ? last : usual;
    const [from, to, at] = [yearOf(first), yearOf(last), yearOf(start)];
    // Years with the same length that begin on the same weekday have the same days.
    const withoutAny = new Set<string>();
    for (let distance = 0; distance <= to - from; distance++) {
      for (const year of distance === 0 ? [at] : [at + distance, at - distance]) {
        if (year < from || year > to || !this.#has("getFullYear", year)) continue;
        const [begin, end] = [dayOfYear(year), dayOfYear(year + 1) - 1n];
        const isWhole = begin >= first && end <= last;
        const kind = `${end - begin} ${weekdayOf(begin)}`;
        if (isWhole && withoutAny.has(kind)) continue;
        for (let one = begin > first ? begin : first; one <= end && one <= last; one += 1n) {
          if (this.#hasDay(one)) return one;
        }
        if (isWhole) withoutAny.add(kind);
      }
    }
    return undefined;
  }

  #hasDay(one: bigint): boolean {
    const date = new Date(Number(one) * 86_400_000);
    return (
      this.#has("getFullYear", date.getUTCFullYear()) &&
      this.#has("getMonth", date.getUTCMonth()) &&
      this.#has("getDate", date.getUTCDate()) &&
      this.#has("getDayOfMonth", date.getUTCDate() - 1) &&
      this.#has("getDayOfWeek", date.getUTCDay()) &&
      this.#has("getDayOfYear", Number(one - dayOfYear(date.getUTCFullYear())))
    );
  }

  #has(part: string, value: number): boolean {
    return this.#parts.get(part)?.includes(value) ?? true;
  }

  #timeOfDay(from: bigint, to: bigint, depth = 0): bigint | undefined {
    const [name = "", length = 1n, count = 0n] = units[depth] ?? [];
    if (depth === units.length) return from <= to ? from : undefined;
    const values = this.#parts.get(name);
    for (let value = from / length; value < count && value * length <= to; value += 1n) {
      if (values?.includes(value) === false) continue;
      const start = value * length;
      const end = start + length - 1n;
      const rest = this.#timeOfDay(
        from > start ? from - start : 0n,
        (to < end ? to : end) - start,
        depth + 1,
      );
      if (rest !== undefined) return start + rest;
    }
    return undefined;
  }
}

function floorDay(time: bigint): bigint {
  const days = time / day;
  return days * day > time ? days - 1n : days;
}

function yearOf(one: bigint): number {
  return new Date(Number(one) * 86_400_000).getUTCFullYear();
}

/** The first day of a year, in days since 1970. */
function dayOfYear(year: number): bigint {
  // `Date.UTC` takes years below 100 for those of the last century.
  const date = new Date(0);
  return BigInt(date.setUTCFullYear(year, 0, 1) / 86_400_000);
}

function weekdayOf(one: bigint): number {
  return new Date(Number(one) * 86_400_000).getUTCDay();
}
