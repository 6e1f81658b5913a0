import { checkExpression, parseExpression } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";

function errorsOf(text: string): string[] {
  const parsed = parseExpression(`timestamp('${text}') == timestamp(time.now)`);
  if (!parsed.ok) throw new Error(text);
  const options = { protocol: "http", direction: "inbound" } as const;
  return checkExpression(parsed.tree, options).errors.map(({ code }) => code);
}

test.each([
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999+23:59",
  "2024-02-29T12:30:45-00:00",
])("%s is a time", (text) => {
  expect(errorsOf(text)).toEqual([]);
});

test.each([
  ["the year 0", "0000-01-01T00:00:00Z"],
  ["the month 0", "2024-00-01T00:00:00Z"],
  ["the month 13", "2024-13-01T00:00:00Z"],
  ["the day 0", "2024-01-00T00:00:00Z"],
  ["a day that the year does not have", "2023-02-29T00:00:00Z"],
  ["the hour 24", "2024-01-01T24:00:00Z"],
  ["the minute 60", "2024-01-01T00:60:00Z"],
  ["the second 60", "2024-01-01T00:00:60Z"],
  ["a zone of 24 hours", "2024-01-01T00:00:00+24:00"],
  ["something before it", " 2024-01-01T00:00:00Z"],
  ["something after it", "2024-01-01T00:00:00Z "],
  ["no zone", "2024-01-01T00:00:00"],
])("with %s it is no time", (_what, text) => {
  expect(errorsOf(text)).toHaveLength(1);
});
