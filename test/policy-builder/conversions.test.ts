import {
  bool,
  bytes,
  conn,
  double,
  duration,
  dyn,
  int,
  literal,
  req,
  res,
  string,
  time,
  timestamp,
  uint,
} from "@traffic-policy/policy-builder";
import { describe, expect, test } from "vitest";
import { written } from "./written.ts";

const { maxAge, secure } = res.cookie("a");

test.each([
  ["bool('true')", bool("true")],
  ["bool(req.host)", bool(req.host)],
  ["bool(true)", bool(true)],
  ["bool(getResCookie('a').secure)", bool(secure)],
  ["bytes('ä')", bytes("ä")],
  ["bytes(req.host)", bytes(req.host)],
  ["double('1.5')", double("1.5")],
  ["double(conn.geo.latitude)", double(conn.geo.latitude)],
  ["double(req.content_length)", double(req.contentLength)],
  ["double(uint(req.host))", double(uint(req.host))],
  ["double(double(req.host))", double(double(req.host))],
  ["duration('90s')", duration("90s")],
  ["duration(req.host)", duration(req.host)],
  ["duration(getResCookie('a').max_age)", duration(maxAge)],
  ["dyn(req.host)", dyn(req.host)],
  ["dyn(req.method == 'a')", dyn(req.method.eq("a"))],
  ["int('5')", int("5")],
  ["int(req.host)", int(req.host)],
  ["int(req.content_length)", int(req.contentLength)],
  ["int(uint(req.host))", int(uint(req.host))],
  ["int(double(req.host))", int(double(req.host))],
  ["int(conn.ts.start)", int(conn.ts.start)],
  ["string('a')", string("a")],
  ["string(req.host)", string(req.host)],
  ["string(req.content_length)", string(req.contentLength)],
  ["string(uint(req.host))", string(uint(req.host))],
  ["string(double(req.host))", string(double(req.host))],
  ["string(getResCookie('a').secure)", string(secure)],
  ["string(bytes(req.host))", string(bytes(req.host))],
  ["string(conn.ts.start)", string(conn.ts.start)],
  ["string(getResCookie('a').max_age)", string(maxAge)],
  ["string(-5)", string(literal(-5))],
  ["timestamp(time.now)", timestamp(time.now)],
  ["timestamp('2024-01-31T00:00:00Z')", timestamp("2024-01-31T00:00:00Z")],
  ["timestamp('1970-01-01T00:00:00.000Z')", timestamp(new Date(0))],
  ["timestamp(req.content_length)", timestamp(req.contentLength)],
  ["timestamp(conn.ts.start)", timestamp(conn.ts.start)],
  ["uint('5')", uint("5")],
  ["uint(req.content_length)", uint(req.contentLength)],
  ["uint(double(req.host))", uint(double(req.host))],
  ["uint(uint(req.host))", uint(uint(req.host))],
])("%s", (text, built) => {
  expect(written(built)).toBe(text);
});

describe("a value that is not converted", () => {
  const number = 5 as unknown as string;
  test.each([
    ["bool", () => bool(number), "string"],
    ["bytes", () => bytes(number), "string"],
    ["double", () => double(number), "string"],
    ["duration", () => duration(number), "duration"],
    ["int", () => int(number), "string"],
    ["string", () => string(number), "string"],
    ["timestamp", () => timestamp(number), "timestamp"],
    ["uint", () => uint(number), "string"],
  ])("%s refuses a number", (_name, build, kind) => {
    expect(build).toThrow(new TypeError(`A value of the CEL type ${kind} is needed, not 5.`));
  });

  test("undefined, an invalid date and a function are refused", () => {
    expect(() => dyn(undefined as never)).toThrow(
      new TypeError("CEL has no literal for undefined."),
    );
    expect(() => timestamp(new Date(Number.NaN))).toThrow(new RangeError("The date is not valid."));
    expect(() => int(dyn as never)).toThrow(
      new TypeError("A value of the CEL type string is needed, not a function."),
    );
  });
});
