import { parseTimeZone } from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";
import { timeZoneNames } from "../../../packages/policy-language/src/text/time-zone.ts";

describe("parseTimeZone", () => {
  test.each([
    ["Europe/Oslo", "Europe/Oslo"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["GB", "GB"],
    ["UTC", 0],
    ["", 0],
    ["Local", 0],
    ["+02:00", 120],
    ["-08:30", -510],
    ["-0:30", -30],
    ["14:00", 840],
    ["5:7", 307],
  ])("reads %j", (text, expected) => {
    expect(parseTimeZone(text)).toBe(expected);
  });

  test.each([
    "europe/oslo",
    "EUROPE/OSLO",
    "Europe/Oslo ",
    "utc",
    "+02",
    "+0200",
    "+02:60",
    ":30",
    "+:30",
    "1:2:3",
  ])("does not read %j", (text) => {
    expect(parseTimeZone(text)).toBeUndefined();
  });
});

test("JavaScript knows nearly all names, and every one that is not in its own spelling", () => {
  const unknown = [...timeZoneNames()].filter((timeZone) => {
    try {
      return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone === "";
    } catch {
      return true;
    }
  });
  expect(timeZoneNames().size).toBeGreaterThanOrEqual(597);
  expect(unknown).toEqual([]);
});
