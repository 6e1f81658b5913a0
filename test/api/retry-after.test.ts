import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRetryAfter } from "../../packages/api/src/transport/answer.ts";

const now = Date.parse("2026-03-01T12:00:00Z");

describe.each(["UTC", "Asia/Tokyo", "America/New_York"])("in the time zone %s", (zone) => {
  const before = process.env["TZ"];
  beforeAll(() => {
    process.env["TZ"] = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });

  test("it is that zone", () => {
    const offset = new Date(now).getTimezoneOffset();
    expect(offset === 0).toBe(zone === "UTC");
  });

  // The three forms of a date in RFC 9110, section 5.6.7; the last one never says its zone.
  test.each([
    "Sun, 01 Mar 2026 12:00:30 GMT",
    "Sunday, 01-Mar-26 12:00:30 GMT",
    "Sun Mar  1 12:00:30 2026",
  ])("%s is thirty seconds away", (text) => {
    expect(readRetryAfter([text], undefined, now)).toBe(30_000);
    expect(readRetryAfter(["Sun, 01 Mar 2026 12:01:00 GMT"], text, 0)).toBe(30_000);
  });
});

test.each([
  ["0", 0],
  ["7", 7000],
  [" 7 ", 7000],
  ["1.5", 1500],
  ["99999999999", 86_400_000],
  ["Sun, 01 Mar 2026 11:59:00 GMT", 0],
  ["Sun Mar  1 11:59:00 2026", 0],
])("%j asks to wait %d ms", (text, milliseconds) => {
  expect(readRetryAfter([text], undefined, now)).toBe(milliseconds);
});

test.each(["", "soon", "-5", "5 minutes", "1e9", "Infinity", "2026-03-01"])(
  "%j says nothing",
  (text) => {
    expect(readRetryAfter([text], undefined, now)).toBeUndefined();
  },
);

test.each([
  [["7", "30"], 30_000],
  [["soon", "7"], 7000],
  [[], undefined],
  [undefined, undefined],
])("of the headers %j, the longest wait counts", (values, milliseconds) => {
  expect(readRetryAfter(values, undefined, now)).toBe(milliseconds);
});

test("a date is compared with the answer's own clock", () => {
  const retryAfter = ["Sun, 01 Mar 2026 15:00:30 GMT"];
  expect(readRetryAfter(retryAfter, "Sun, 01 Mar 2026 15:00:00 GMT", now)).toBe(30_000);
  expect(readRetryAfter(retryAfter, "not a date", now)).toBe(3 * 3_600_000 + 30_000);
});
