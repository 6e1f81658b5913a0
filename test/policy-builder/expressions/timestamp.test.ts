import {
  conn,
  duration,
  res,
  time,
  timestamp,
  TimestampExpression,
} from "@traffic-policy/policy-builder";
import { expect, test } from "vitest";
import { describeMethods } from "../describe-methods.ts";

const { start } = conn.ts;
const date = new Date("2024-01-31T00:00:00.5Z");
const parts = [
  "getFullYear",
  "getMonth",
  "getDate",
  "getDayOfMonth",
  "getDayOfWeek",
  "getDayOfYear",
  "getHours",
  "getMinutes",
  "getSeconds",
  "getMilliseconds",
] as const;

describeMethods(TimestampExpression, {
  eq: [
    ["conn.ts.start == timestamp('2024-01-31T00:00:00.500Z')", start.eq(date)],
    ["conn.ts.start == timestamp('2024-01-31T00:00:00Z')", start.eq("2024-01-31T00:00:00Z")],
    ["conn.ts.start == timestamp(time.now)", start.eq(timestamp(time.now))],
  ],
  ne: [["conn.ts.start != timestamp('1970-01-01T00:00:00.000Z')", start.ne(new Date(0))]],
  lt: [["conn.ts.start < timestamp('2024-01-31T00:00:00.500Z')", start.lt(date)]],
  le: [["conn.ts.start <= timestamp('2024-01-31T00:00:00.500Z')", start.le(date)]],
  gt: [["conn.ts.start > timestamp('2024-01-31T00:00:00.500Z')", start.gt(date)]],
  ge: [["timestamp(time.now) >= conn.ts.start", timestamp(time.now).ge(start)]],
  isIn: [
    [
      "conn.ts.start in [timestamp('2024-01-31T00:00:00.500Z'), timestamp(time.now)]",
      start.isIn(date, timestamp(time.now)),
    ],
  ],
  plus: [
    ["conn.ts.start + duration('1h')", start.plus("1h")],
    ["conn.ts.start + getResCookie('a').max_age", start.plus(res.cookie("a").maxAge)],
  ],
  minus: [
    ["conn.ts.start - (duration('1h') - duration('1m'))", start.minus(duration("1h").minus("1m"))],
  ],
  since: [
    ["timestamp(time.now) - conn.ts.start", timestamp(time.now).since(start)],
    ["conn.ts.start - timestamp('2024-01-31T00:00:00Z')", start.since("2024-01-31T00:00:00Z")],
    ["conn.ts.start - timestamp('2024-01-31T00:00:00.500Z')", start.since(date)],
  ],
  ...Object.fromEntries(
    parts.map((name) => [
      name,
      [
        [`conn.ts.start.${name}()`, start[name]()],
        [`conn.ts.start.${name}('Europe/Oslo')`, start[name]("Europe/Oslo")],
        [`(conn.ts.start + duration('1s')).${name}('+02:00')`, start.plus("1s")[name]("+02:00")],
      ] as const,
    ]),
  ),
});

test("dates that CEL cannot have are refused", () => {
  expect(() => start.lt(new Date("never"))).toThrow(new RangeError("The date is not valid."));
  expect(() => start.lt(new Date("+010000-01-01T00:00:00Z"))).toThrow(
    new RangeError(
      "CEL supports only the years 1 to 9999, but the date is +010000-01-01T00:00:00.000Z.",
    ),
  );
  expect(() => start.lt(new Date("0000-12-31T23:59:59.999Z"))).toThrow(RangeError);
  expect(start.lt(new Date("9999-12-31T23:59:59.999Z")).toString()).toContain("9999-12-31");
  expect(start.lt(new Date("0001-01-01T00:00:00Z")).toString()).toContain("0001-01-01");
});

test("a time zone that is no text is refused", () => {
  expect(() => start.getHours(2 as unknown as string)).toThrow(
    new TypeError("A value of the CEL type string is needed, not 2."),
  );
});
