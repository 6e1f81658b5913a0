import { parseDuration } from "@traffic-policy/policy-language";
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
  ])("reads %s", (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  test.each(["", "s", "90", "1d", "1 m", "90S", ".s", "1h-30m", "--1s", "1e3s", "90s\n"])(
    "does not read %j",
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
