import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import { Times } from "../../../packages/policy-logic/src/values/times.ts";
import { seeded } from "../../seeded.ts";

const hour = 3_600_000;
const nanoseconds = (milliseconds: number): bigint => BigInt(milliseconds) * 1_000_000n;

/** The parts by JavaScript's own calendar. */
const parts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / 864e5),
  getHours: (date) => date.getUTCHours(),
};

const wanted = fc.record({
  getFullYear: fc.option(fc.integer({ min: 2022, max: 2026 })),
  getMonth: fc.option(fc.integer({ min: 0, max: 12 })),
  getDate: fc.option(fc.integer({ min: 27, max: 32 })),
  getDayOfMonth: fc.option(fc.integer({ min: 26, max: 31 })),
  getDayOfWeek: fc.option(fc.integer({ min: 0, max: 7 })),
  getDayOfYear: fc.option(fc.integer({ min: 0, max: 366 })),
  getHours: fc.option(fc.integer({ min: 0, max: 24 })),
});

test("there is a time exactly when an hour of the range has all parts", () => {
  seeded(
    fc.property(
      wanted,
      fc.integer({ min: 0, max: 40_000 }),
      fc.integer({ min: 0, max: 20_000 }),
      (values, offset, length) => {
        const first = Date.UTC(2022, 0, 1) + offset * hour;
        const asked = Object.entries(values).flatMap(([name, value]) =>
          value === null ? [] : [[name, value] as const],
        );
        let times = Times.all.within(
          Intervals.between(nanoseconds(first), nanoseconds(first + length * hour)),
        );
        for (const [name, value] of asked) {
          times = times.withPart(name, Intervals.points([BigInt(value)]));
        }
        const has = (date: Date): boolean =>
          asked.every(([name, value]) => parts[name]?.(date) === value);
        let isThere = false;
        for (let at = first; !isThere && at <= first + length * hour; at += hour) {
          isThere = has(new Date(at));
        }
        const { member } = times;
        expect(member !== undefined).toBe(isThere);
        expect(has(new Date(Number((member ?? 0n) / 1_000_000n))) || !isThere).toBe(true);
      },
    ),
    150,
    3000,
  );
});

describe("over all years", () => {
  test.each([
    ["a leap day on a Sunday", { getMonth: 1, getDate: 29, getDayOfWeek: 0 }, true],
    ["a leap day in 1900", { getMonth: 1, getDate: 29, getFullYear: 1900 }, false],
    ["a 30th of February", { getMonth: 1, getDate: 30 }, false],
    ["day 366 of 2023", { getDayOfYear: 365, getFullYear: 2023 }, false],
    ["the year 1", { getFullYear: 1, getMonth: 0, getDate: 1 }, true],
    ["the year 10000", { getFullYear: 10_000 }, false],
  ])("%s", (_what, asked, expected) => {
    let times = Times.all;
    for (const [name, value] of Object.entries(asked)) {
      times = times.withPart(name, Intervals.points([BigInt(value)]));
    }
    expect(times.member !== undefined).toBe(expected);
  });
});
