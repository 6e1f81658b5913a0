import { includesSorted, sortUnique } from "@traffic-policy/policy-logic/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seeded } from "../seeded.ts";

test("Numbers are sorted, each of them once, and found again", () => {
  seeded(
    fc.property(fc.array(fc.integer({ min: -5, max: 60 }), { maxLength: 80 }), (given) => {
      const numbers = [...given];
      sortUnique(numbers);
      expect(numbers).toEqual([...new Set(given)].toSorted((one, other) => one - other));
      for (let number = -6; number <= 61; number++) {
        expect(includesSorted(numbers, number)).toBe(given.includes(number));
      }
    }),
  );
});
