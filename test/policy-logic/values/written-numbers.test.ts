import fc from "fast-check";
import { expect, test } from "vitest";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import { holdsFor } from "../../../packages/policy-logic/src/values/texts.ts";
import type { TextTest } from "../../../packages/policy-logic/src/values/text-test.ts";
import { numbersWritten } from "../../../packages/policy-logic/src/values/written-numbers.ts";
import { sampled, whileTime } from "../../seeded.ts";

const part = fc.stringMatching(/^-?[0-9]{0,3}x?$/);
const textTest: fc.Arbitrary<TextTest> = fc.oneof(
  fc
    .tuple(fc.constantFrom("startsWith", "endsWith", "contains"), part)
    .map(([kind, text]): TextTest => ({ kind: kind as "contains", text })),
  fc
    .tuple(fc.constantFrom("<", "<=", ">", ">="), part)
    .map(([operator, text]): TextTest => ({ kind: "order", operator: operator as "<", text })),
  fc.array(part).map((texts): TextTest => ({ kind: "one-of", texts: new Set(texts) })),
  fc
    .constantFrom("^-?[0-9]+$", "^(80|443)$", "^4", "[13579]$", "00", "^-", "^.{3}$")
    .map((pattern): TextTest => ({ kind: "matches", pattern })),
  fc
    .bigInt({ min: 0n, max: 7n })
    .map((size): TextTest => ({ kind: "size", sizes: Intervals.comparedWith(">=", size) })),
);
const ranges = [
  [0n, 65_535n],
  [-1200n, 1200n],
  [100n, 999n],
] as const;

test("whole numbers are found by how they are written", () => {
  const cases = sampled(
    fc.tuple(textTest, fc.constantFrom(...ranges), fc.array(fc.bigInt(-1200n, 65_535n))),
    200,
    5000,
  );
  let known = 0;
  for (const [asked, [low, high], tried] of whileTime(cases)) {
    const found = numbersWritten(asked, Intervals.between(low, high));
    if (found === undefined) continue;
    known += 1;
    for (const number of [low, high, 0n, 80n, 443n, ...tried]) {
      if (number < low || number > high) continue;
      expect([asked, number, found.includes(number)]).toEqual([
        asked,
        number,
        holdsFor(String(number), asked),
      ]);
    }
  }
  expect(known).toBeGreaterThan(20);
});

test("of all whole numbers, those with a beginning or a size are told, those with an end are too many", () => {
  const all = Intervals.between(-(2n ** 63n), 2n ** 63n - 1n);
  const count = (asked: TextTest): number | undefined => numbersWritten(asked, all)?.list.length;
  expect(count({ kind: "startsWith", text: "4" })).toBe(19);
  expect(count({ kind: "size", sizes: Intervals.between(2n, 3n) })).toBe(2);
  expect(count({ kind: "endsWith", text: "4" })).toBe(undefined);
});
