import { percentText } from "@traffic-policy/policy-impact/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seeded } from "../../seeded.ts";

test.each([
  [0, 0, "0 %"],
  [0, 10, "0 %"],
  [10, 10, "100 %"],
  [1, 48_112_930, "0.0000021 %"],
  [48_112_929, 48_112_930, "99.999998 %"],
  [1, 10 ** 15, "less than 0.000001 %"],
  [10 ** 15 - 1, 10 ** 15, "more than 99.999999 %"],
  [300, 312, "96 %"],
  [312, 48_112_930, "0.00065 %"],
  [5, 100, "5 %"],
  [999, 1000, "99.9 %"],
  [1, 3, "33 %"],
])("%d of %d is %s", (part, whole, text) => {
  expect(percentText(part, whole)).toBe(text);
});

test("only nothing is 0 %, only everything is 100 %, and what is said is near", () => {
  seeded(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      const [part, whole] = one < other ? [one, other] : [other, one];
      const text = percentText(part, whole);
      expect(text === "0 %").toBe(part === 0);
      expect(text === "100 %").toBe(part > 0 && part === whole);
      if (/than/.test(text) || whole === 0) return;
      expect(Math.abs(Number.parseFloat(text) - (100 * part) / whole)).toBeLessThanOrEqual(0.51);
    }),
  );
});
