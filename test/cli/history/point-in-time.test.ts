import { expect, test } from "vitest";
import { pointInTime } from "../../../packages/cli/src/history/point-in-time.ts";

const local = (text: string): string => new Date(text).toISOString();

test.each([
  ["2026-11-21T10:30:15.250Z", "2026-11-21T10:30:15.250Z"],
  ["2026-11-21T10:30:15.250Z-2", "2026-11-21T10:30:15.250Z-2"],
  [".traffic-policy/history/web/2026-11-21T10-30-15.250Z.json", "2026-11-21T10:30:15.250Z"],
  ["2026-11-21T10:30:15+01:00", "2026-11-21T09:30:15.000Z"],
  ["2026-11-21T10:30", local("2026-11-21T10:30:00")],
  ["2026-11-21 10:30:15", local("2026-11-21T10:30:15")],
  ["2026-11-21", local("2026-11-21T00:00:00")],
])("%s is the point %s", (text, point) => {
  expect(pointInTime(text)).toBe(point);
});

test.each(["yesterday", "10:30", "2026-13-01", "2026-02-31", "2026-11-21T25:00", "", "now"])(
  "%j is no point in time",
  (text) => {
    expect(() => pointInTime(text)).toThrow("is neither a time nor an entry of the history.");
  },
);
