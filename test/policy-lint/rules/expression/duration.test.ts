import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/duration";

describe(rule, () => {
  test.each([
    {
      marked: "timestamp(time.now) - conn.ts.start > duration(«'1 day'»)",
      told: [
        {
          message: '"1 day" is not a duration.',
          fixed: "timestamp(time.now) - conn.ts.start > duration('24h')",
          safe: false,
          severity: "error",
        },
      ],
      place: {},
    },
    {
      marked: "timestamp(time.now) - conn.ts.start > duration(«'30 min'»)",
      told: [
        {
          message: '"30 min" is not a duration.',
          fixed: "timestamp(time.now) - conn.ts.start > duration('30m')",
        },
      ],
      place: {},
    },
    {
      marked: "timestamp(time.now) - conn.ts.start > duration(«'2w'»)",
      told: [
        {
          message: '"2w" is not a duration.',
          fixed: "timestamp(time.now) - conn.ts.start > duration('336h')",
        },
      ],
      place: {},
    },
    {
      marked: "timestamp(time.now) - conn.ts.start > duration(«'10'»)",
      told: [
        {
          message: '"10" is not a duration.',
          help: "Write numbers with their unit, like 90s, 1h30m or 250ms; at most 2562047h.",
        },
      ],
      place: {},
    },
    {
      marked: "timestamp(time.now) - conn.ts.start > duration(«'PT1H'»)",
      told: [{ message: '"PT1H" is not a duration.' }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "timestamp(time.now) - conn.ts.start > duration('24h')", place: {} },
    { text: "timestamp(time.now) - conn.ts.start > duration('1h30m')", place: {} },
    { text: "timestamp(time.now) - conn.ts.start > duration('-1.5s')", place: {} },
    { text: "duration(req.host) > duration('0')", place: {} },
    { text: "req.host == '1 day'", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
