import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/timestamp";

describe(rule, () => {
  test.each([
    {
      marked: "conn.ts.start > timestamp(«'2024-01-01'»)",
      told: [
        {
          message: '"2024-01-01" is not a timestamp.',
          fixed: "conn.ts.start > timestamp('2024-01-01T00:00:00Z')",
          safe: false,
          severity: "error",
        },
      ],
      place: {},
    },
    {
      marked: 'conn.ts.start > timestamp(«"2024-01-01T10:30"»)',
      told: [
        {
          message: '"2024-01-01T10:30" is not a timestamp.',
          fixed: 'conn.ts.start > timestamp("2024-01-01T10:30:00Z")',
        },
      ],
      place: {},
    },
    {
      marked: "conn.ts.start > timestamp(«'2024-01-01 10:30:05'»)",
      told: [
        {
          message: '"2024-01-01 10:30:05" is not a timestamp.',
          fixed: "conn.ts.start > timestamp('2024-01-01T10:30:05Z')",
        },
      ],
      place: {},
    },
    {
      marked: "conn.ts.start > timestamp(«'2024-02-30'»)",
      told: [{ severity: "error", message: '"2024-02-30" is not a timestamp.' }],
      place: {},
    },
    {
      marked: "conn.ts.start > timestamp(«'yesterday'»)",
      told: [
        {
          message: '"yesterday" is not a timestamp.',
          help: "Write date, time and zone as in RFC 3339, like 2024-01-31T00:00:00Z.",
        },
      ],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "conn.ts.start > timestamp('2024-01-01T00:00:00Z')", place: {} },
    { text: "conn.ts.start > timestamp('2024-01-01T00:00:00.5+02:00')", place: {} },
    { text: "conn.ts.start > timestamp(time.now)", place: {} },
    { text: "timestamp(0) < conn.ts.start", place: {} },
    { text: "req.host == '2024-01-01'", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
