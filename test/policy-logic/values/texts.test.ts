import fc from "fast-check";
import { expect, test } from "vitest";
import { holdsFor, Texts, type TextTest } from "../../../packages/policy-logic/src/values/texts.ts";
import { addressesOf } from "../../../packages/policy-logic/src/values/addresses.ts";
import { seeded } from "../../seeded.ts";
import { simpleTest } from "./text-tests.ts";

/** All texts of a few characters, up to a size. */
function textsUpTo(size: number): string[] {
  const shorter = size === 0 ? [] : textsUpTo(size - 1);
  const longest = shorter.filter((text) => text.length === size - 1);
  return size === 0
    ? [""]
    : [...shorter, ...longest.flatMap((text) => ["a", "b", "A", "-"].map((one) => text + one))];
}
const small = textsUpTo(5);

test("there is a text exactly when one is found, and what is found is as wanted", () => {
  const counts = { some: 0, none: 0 };
  seeded(
    fc.property(
      fc.array(fc.tuple(simpleTest, fc.boolean()), { minLength: 1, maxLength: 5 }),
      (claims) => {
        let texts = Texts.all;
        for (const [one, holds] of claims) texts = texts.where(one, holds);
        const isWanted = (text: string): boolean =>
          claims.every(([one, holds]) => holdsFor(text, one) === holds);
        const { witness } = texts;
        expect(witness).not.toBe("unknown");
        const found = typeof witness === "object" ? [witness.text] : small.filter(isWanted);
        expect(found.filter(isWanted)).toHaveLength(witness === "none" ? 0 : 1);
        counts[witness === "none" ? "none" : "some"] += 1;
        expect([...texts.members()].filter((text) => !isWanted(text))).toEqual([]);
      },
    ),
    400,
    20_000,
  );
  expect(Math.min(counts.some, counts.none)).toBeGreaterThan(50);
});

test.each([
  ["two ranges that do not meet", "10.0.0.0/8", "192.168.0.0/16", "none"],
  ["a range in another one", "10.0.0.0/8", "10.1.0.0/16", "some"],
  ["ranges of both families", "::/0", "0.0.0.0/0", "none"],
])("%s", (_what, one, other, expected) => {
  const { witness } = Texts.all
    .where({ kind: "in-ranges", addresses: addressesOf(one) }, true)
    .where({ kind: "in-ranges", addresses: addressesOf(other) }, true);
  expect(typeof witness === "object" ? "some" : witness).toBe(expected);
});

test("patterns are combined with everything else", () => {
  const digits = Texts.all.where({ kind: "matches", pattern: "^[0-9]+$" }, true);
  expect(digits.where({ kind: "startsWith", text: "1" }, true).witness).toEqual({ text: "1" });
  expect(digits.where({ kind: "startsWith", text: "x" }, true).witness).toBe("none");
  const listed: TextTest = { kind: "one-of", texts: new Set(["a", "b"]) };
  expect(digits.where(listed, true).witness).toBe("none");
});
