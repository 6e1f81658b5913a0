import { parseDuration } from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";

const second = 1e9;

describe("parseDuration", () => {
  test.each([
    ["90s", 90 * second],
    ["1h30m", 5400 * second],
    ["1.5h", 5400 * second],
    ["0.1h", 360 * second],
    [".5s", second / 2],
    ["1.s", second],
    ["-2m", -120 * second],
    ["+2m", 120 * second],
    ["250ms", second / 4],
    ["1us1µs1μs", 3000],
    ["7ns", 7],
    ["0", 0],
    ["-0", 0],
    // Go cuts what is less than a nanosecond, in each part.
    ["1.5ns", 1],
    ["-1.9ns", -1],
    ["0.6ns0.6ns", 0],
    ["1.0005us", 1000],
    ["0.3333333333333333333h", 1200 * second],
    ["0.1234567890123456789999999999s", 123_456_789],
    ["000000000000000000000000000001h", 3600 * second],
    ["2562047h47m16.854775807s", 2n ** 63n - 1n],
    ["-2562047h47m16.854775808s", -(2n ** 63n)],
  ])("reads %s", (text, expected) => {
    expect(parseDuration(text)).toBe(BigInt(expected));
  });

  test.each([
    "",
    "+",
    "-",
    "s",
    "90",
    "1d",
    "1 m",
    "90S",
    ".s",
    "1h-30m",
    "--1s",
    "1e3s",
    "90s\n",
    "2562047h47m16.854775808s",
    "-2562047h47m16.854775809s",
    "99999999h",
    "9223372036854775808ns",
    "99999999999999999999ns",
  ])("does not read %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
