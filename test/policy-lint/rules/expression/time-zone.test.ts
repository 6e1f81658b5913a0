import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/time-zone";

describe(rule, () => {
  test.each([
    {
      marked: "conn.ts.start.getHours(«'europe/oslo'») < 8",
      told: [
        {
          message: 'There is no time zone "europe/oslo".',
          help: "Did you mean Europe/Oslo?",
          fixed: "conn.ts.start.getHours('Europe/Oslo') < 8",
          safe: false,
          severity: "error",
        },
      ],
    },
    {
      marked: "timestamp(time.now).getDayOfWeek(«'Europe/Olso'») == 0",
      told: [
        {
          message: 'There is no time zone "Europe/Olso".',
          fixed: "timestamp(time.now).getDayOfWeek('Europe/Oslo') == 0",
        },
      ],
    },
    {
      marked: "conn.ts.start.getHours(«'Nowhere at all'») < 8",
      told: [
        {
          message: 'There is no time zone "Nowhere at all".',
          help: "Write a name of the IANA list with its exact spelling, like Europe/Oslo, UTC, or an offset like +02:00.",
        },
      ],
    },
    {
      marked: "conn.ts.start.getHours(«'utc'») < 8",
      told: [{ message: 'There is no time zone "utc".', help: "Did you mean UTC?" }],
    },
    {
      marked: "conn.ts.start.getHours(«'UTC+2'») < 8",
      told: [{ message: 'There is no time zone "UTC+2".' }],
    },
    {
      marked: "conn.ts.start.getHours(«'+02:75'») < 8",
      told: [{ message: 'There is no time zone "+02:75".' }],
    },
  ] as const)("finds $marked", ({ marked, told }) => {
    const result = lookIn(rule, marked, {});
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    "conn.ts.start.getHours('Europe/Oslo') < 8",
    "conn.ts.start.getHours('US/Central') < 8",
    "conn.ts.start.getHours('Asia/Kolkata') < 8",
    "conn.ts.start.getHours('Asia/Calcutta') < 8",
    "conn.ts.start.getHours('Etc/GMT+5') < 8",
    "conn.ts.start.getHours('UTC') < 8",
    "conn.ts.start.getHours('') < 8",
    "conn.ts.start.getHours('-08:00') < 8",
    "conn.ts.start.getHours('02:00') < 8",
    "conn.ts.start.getHours('+5:30') < 8",
    "conn.ts.start.getHours(req.host) < 8",
    "req.host == 'europe/oslo'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text, {}).told).toEqual([]);
  });
});
