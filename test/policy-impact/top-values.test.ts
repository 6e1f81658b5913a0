import fc from "fast-check";
import { expect, test } from "vitest";
import { TopValues, type DimensionRow } from "../../packages/policy-impact/src/top-values.ts";
import { seeded } from "../seeded.ts";

const row = fc.record({
  value: fc.constantFrom("a", "b", "c", "d", "e"),
  changed: fc.nat(3),
  newlyDenied: fc.nat(3),
  newlyForwarded: fc.nat(3),
});

test("those with most changes are found, as if all were remembered", () => {
  const property = fc.property(fc.array(row), fc.nat(6), (rows, size) => {
    const ordered = rows.toSorted((one, other) => (one.value < other.value ? -1 : 1));
    const found = new TopValues(size);
    for (const one of ordered) found.add(one);
    const all = new Map<string, DimensionRow>();
    for (const one of rows) {
      const before = all.get(one.value);
      all.set(one.value, {
        value: one.value,
        changed: one.changed + (before?.changed ?? 0),
        newlyDenied: one.newlyDenied + (before?.newlyDenied ?? 0),
        newlyForwarded: one.newlyForwarded + (before?.newlyForwarded ?? 0),
      });
    }
    const sorted = [...all.values()].toSorted(
      (one, other) => other.changed - one.changed || (one.value < other.value ? -1 : 1),
    );
    expect(found.end()).toEqual({ rows: sorted.slice(0, size), values: all.size });
  });
  seeded(property, 500);
});
