import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addressesOf,
  addressPoint,
  addressText,
  allAddresses,
} from "../../../packages/policy-logic/src/values/addresses.ts";
import { Texts } from "../../../packages/policy-logic/src/values/texts.ts";
import { seeded } from "../../seeded.ts";

const four = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
const six = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => 2n ** 32n + value);
const point = fc.oneof(four, six);

test("an address is the point that it was written from", () => {
  seeded(
    fc.property(point, (one) => {
      expect(addressPoint(addressText(one))).toBe(one);
    }),
  );
});

test("what is not in any of some ranges is an address in a gap between them, or there is none", () => {
  const cidr = fc
    .tuple(point, fc.integer({ min: 0, max: 12 }))
    .map(([one, prefix]) => addressesOf(`${addressText(one)}/${prefix}`));
  const known = Texts.all.where({ kind: "in-ranges", addresses: allAddresses }, true);
  const found = { some: 0, none: 0 };
  seeded(
    fc.property(fc.array(cidr, { maxLength: 6 }), (ranges) => {
      const all = ranges.reduce((one, other) => one.or(other), addressesOf("none"));
      const left = known.where({ kind: "in-ranges", addresses: all }, false);
      const [member] = left.members();
      found[member === undefined ? "none" : "some"] += 1;
      const gap = allAddresses.and(all.complement()).whole();
      const isRight =
        member === undefined ? gap.isEmpty : gap.includes(addressPoint(member) ?? -1n);
      expect({ member, isRight }).toEqual({ member, isRight: true });
    }),
    300,
  );
  expect(Math.min(found.some, found.none)).toBeGreaterThan(0);
});
