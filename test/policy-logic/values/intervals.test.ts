import fc from "fast-check";
import { expect, test } from "vitest";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import { seeded } from "../../seeded.ts";

const operators = ["<", "<=", ">", ">=", "==", "!="] as const;
const compared = fc
  .tuple(fc.constantFrom(...operators), fc.integer({ min: -3, max: 3 }), fc.boolean())
  .map(([operator, bound, isWhole]) =>
    Intervals.comparedWith(operator, isWhole ? BigInt(bound) : bound + 0.5),
  );
const set = fc.letrec<{ set: Intervals }>((tie) => ({
  set: fc.oneof(
    { maxDepth: 3 },
    compared,
    tie("set").map((one) => one.complement()),
    fc.tuple(tie("set"), tie("set")).map(([one, other]) => one.and(other)),
    fc.tuple(tie("set"), tie("set")).map(([one, other]) => one.or(other)),
  ),
})).set;
// Between two bounds, which are halves, is a quarter.
const points = [-9n, ...Array.from({ length: 33 }, (_point, index) => (index - 16) / 4), 9n];

test("sets are what their members are", () => {
  seeded(
    fc.property(set, set, (one, other) => {
      for (const point of points) {
        const [left, right] = [one.includes(point), other.includes(point)];
        expect(one.and(other).includes(point)).toBe(left && right);
        expect(one.or(other).includes(point)).toBe(left || right);
        expect(one.complement().includes(point)).toBe(!left);
      }
      const whole = points.filter((point) => Number.isInteger(Number(point)));
      expect(whole.map((point) => one.whole().includes(point))).toEqual(
        whole.map((point) => one.includes(point)),
      );
      expect(one.isEmpty).toBe(points.every((point) => !one.includes(point)));
    }),
    500,
    20_000,
  );
});

test("the sets of a long list are brought together", () => {
  const count = 100_000;
  const sets = Array.from({ length: count }, (_set, index) =>
    Intervals.between(BigInt(4 * index), BigInt(4 * index + 1)),
  );
  const all = Intervals.anyOf(sets.toReversed());
  expect(all.list).toHaveLength(count);
  const both = all.and(all.mapped((end) => end + 1n));
  expect(both.list.slice(0, 2)).toEqual(
    [1n, 5n].map((point) => Intervals.between(point, point).list[0]),
  );
  expect(both.list).toHaveLength(count);
});

test("moves, stretches and turns the ends", () => {
  const some = Intervals.between(1n, 3n).or(Intervals.between(7n, Infinity));
  expect(String(some.mapped((end) => end + 1n))).toBe("[2, 4] [8, Infinity]");
  expect(
    String(
      some.mapped(
        (low) => low * 10n,
        (high) => high * 10n + 9n,
      ),
    ),
  ).toBe("[10, 39] [70, Infinity]");
  expect(String(some.reversed((end) => 10n - end))).toBe("[-Infinity, 3] [7, 9]");
});

test("finds the member that is nearest to a point", () => {
  const some = Intervals.between(1n, 3n).or(Intervals.between(7n, 20n));
  expect([0n, 2n, 4n, 6n, 30n].map((point) => some.nearest(point))).toEqual([1n, 2n, 3n, 7n, 20n]);
  expect(Intervals.none.nearest(0n)).toBeUndefined();
});
