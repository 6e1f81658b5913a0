import fc from "fast-check";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import { expect, test } from "vitest";
import { compareTexts, sizeOf } from "../../../packages/policy-logic/src/constant.ts";
import { Intervals } from "../../../packages/policy-logic/src/values/intervals.ts";
import { holdsFor, Texts } from "../../../packages/policy-logic/src/values/texts.ts";
import type { NumberTest, TextTest } from "../../../packages/policy-logic/src/values/text-test.ts";
import { addressesOf } from "../../../packages/policy-logic/src/values/addresses.ts";
import type { Witness } from "../../../packages/policy-logic/src/values/text-search.ts";
import { seeded } from "../../seeded.ts";
import { patternWithFlags, textsOf } from "./patterns.ts";
import { anyTest, anyText, simpleTest } from "./text-tests.ts";

const small = textsOf(["a", "b", "A", "-"], 5);
const claims = fc.array(fc.tuple(simpleTest, fc.boolean()), { minLength: 1, maxLength: 5 });
type Claims = readonly (readonly [test: TextTest, holds: boolean])[];

function textsWith(asked: Claims): Texts {
  return asked.reduce((texts, [one, holds]) => texts.where(one, holds), Texts.all);
}

function isAsAsked(text: string, asked: Claims): boolean {
  return asked.every(([one, holds]) => holdsFor(text, one) === holds);
}

test("there is a text exactly when one is found, and what is found is as wanted", () => {
  const counts = { some: 0, none: 0 };
  const tried = seeded(
    fc.property(claims, (asked) => {
      const { witness } = textsWith(asked);
      expect(witness).not.toBe("unknown");
      const found = typeof witness === "object" ? [witness.text] : small;
      const isFound = found.some((text) => isAsAsked(text, asked));
      expect({ asked, isFound }).toEqual({ asked, isFound: witness !== "none" });
      counts[witness === "none" ? "none" : "some"] += 1;
      const members = [...textsWith(asked).members()];
      expect(members.filter((text) => !isAsAsked(text, asked))).toEqual([]);
    }),
    400,
    20_000,
  );
  expect(Math.min(counts.some, counts.none)).toBeGreaterThan(tried / 20);
});

test("what is found is the shortest, of plain characters", () => {
  seeded(
    fc.property(claims, (asked) => {
      const { witness } = textsWith(asked);
      // Texts that are listed are taken in the order of the list.
      const isListed = asked.some(([one, holds]) => one.kind === "one-of" && holds);
      if (typeof witness !== "object" || isListed) return;
      const { text } = witness;
      const shorter = small.filter((one) => sizeOf(one) < sizeOf(text) && isAsAsked(one, asked));
      expect({ asked, shorter }).toEqual({ asked, shorter: [] });
      const plainer = /^[ -~]*$/.test(text) ? [] : small.filter((one) => isAsAsked(one, asked));
      expect(plainer.filter((one) => sizeOf(one) === sizeOf(text))).toEqual([]);
    }),
    400,
    20_000,
  );
});

test("how many there are, and what comes before and behind all of them", () => {
  let reached = 0;
  const tried = seeded(
    fc.property(claims, (asked) => {
      const texts = textsWith(asked);
      const members = small.filter((text) => isAsAsked(text, asked));
      const { least, greatest } = texts.bounds ?? {};
      expect(least === undefined).toBe(texts.witness === "none");
      if (least === undefined || greatest === undefined) return;
      const wrong = members.filter(
        (text) =>
          compareTexts(text, least.text) < 0 ||
          (compareTexts(text, greatest.text) > 0 &&
            (greatest.isReached || !text.startsWith(greatest.text))),
      );
      expect({ asked, wrong }).toEqual({ asked, wrong: [] });
      for (const { text, isReached } of [least, greatest]) {
        expect({ text, isMember: isAsAsked(text, asked) || !isReached }).toEqual({
          text,
          isMember: true,
        });
        if (isReached) reached += 1;
      }
      const most = Math.min(members.length, 4);
      expect(texts.hasAtLeast(most)).toBe(true);
      const given = [...texts.members()].length;
      expect(texts.hasAtLeast(9)).toBe(given >= 8);
    }),
    300,
    10_000,
  );
  expect(reached).toBeGreaterThan(tried / 5);
});

test("tests of all kinds are combined", () => {
  const counts = { some: 0, none: 0, unknown: 0 };
  const asking = fc.array(fc.tuple(anyTest, fc.boolean()), { minLength: 1, maxLength: 4 });
  const tried = seeded(
    fc.property(asking, fc.array(anyText, { maxLength: 10 }), (asked, texts) => {
      const { witness } = textsWith(asked);
      const refuted = texts.filter((text) => witness === "none" && isAsAsked(text, asked));
      const found = typeof witness === "object" ? [witness.text] : [];
      const wrong = found.filter((text) => !isAsAsked(text, asked));
      expect({ asked, refuted, wrong }).toEqual({ asked, refuted: [], wrong: [] });
      const isPossible = texts.some((text) => isAsAsked(text, asked));
      expect([isPossible, textsWith(asked).isEmpty]).not.toEqual([true, true]);
      counts[typeof witness === "object" ? "some" : witness] += 1;
    }),
    600,
    20_000,
  );
  expect(Math.min(counts.some, counts.none)).toBeGreaterThan(tried / 25);
  expect(counts.unknown).toBeLessThanOrEqual(tried / 20);
});

test("patterns are combined with one another", () => {
  const short = textsOf(["a", "B", "\u212A", "\n", " ", "😀"], 3);
  const counts = { some: 0, none: 0, unknown: 0 };
  const asking = fc.tuple(
    patternWithFlags.map((pattern): TextTest => ({ kind: "matches", pattern })),
    fc.boolean(),
  );
  const tried = seeded(
    fc.property(fc.array(asking, { minLength: 2, maxLength: 3 }), (asked) => {
      if (asked.some(([one]) => "pattern" in one && !compileRegularExpression(one.pattern).ok))
        return;
      const { witness } = textsWith(asked);
      const found = typeof witness === "object" ? [witness.text] : [];
      expect({ asked, found }).toEqual({
        asked,
        found: found.filter((text) => isAsAsked(text, asked)),
      });
      const length = found.map(sizeOf)[0] ?? Infinity;
      const better = short.filter((text) => sizeOf(text) < length && isAsAsked(text, asked));
      expect({ asked, better }).toEqual({ asked, better: [] });
      counts[typeof witness === "object" ? "some" : witness] += 1;
    }),
    500,
    10_000,
  );
  expect(Math.min(counts.some, counts.none)).toBeGreaterThan(tried / 25);
  expect(counts.unknown).toBe(0);
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

test.each<[expected: string, type: NumberTest["type"], numbers: Intervals, holds: boolean]>([
  ["111", "int", Intervals.comparedWith(">", 99n), true],
  ["none", "int", Intervals.comparedWith(">", 2n ** 63n), true],
  ["", "uint", Intervals.all, false],
  [".5", "double", Intervals.comparedWith("==", 0.5), true],
  ["inf", "double", Intervals.comparedWith(">=", Infinity), true],
  ["none", "double", Intervals.none, true],
  ["1970-01-01T00:00:00Z", "timestamp", Intervals.comparedWith("<=", 0n), true],
  ["1969-12-31T23:59:59.999999999Z", "timestamp", Intervals.points([-1n]), true],
  ["90s", "duration", Intervals.points([90_000_000_000n]), true],
  ["-1ns", "duration", Intervals.points([-1n]), true],
])("%j is a text that is read as %s", (expected, type, numbers, holds) => {
  const { witness } = Texts.all.where({ kind: "number", type, numbers }, holds);
  expect(typeof witness === "object" ? witness.text : witness).toBe(expected);
});

test("tests of one number are taken together", () => {
  const texts = (...some: readonly [string, number][]): Texts =>
    some.reduce((before, [operator, bound]) => {
      const numbers = Intervals.comparedWith(operator, bound);
      return before.where({ kind: "number", type: "double", numbers }, true);
    }, Texts.all);
  expect(texts([">", 5], ["<", 3]).witness).toBe("none");
  expect(texts([">", 5], ["<", 7]).witness).toEqual({ text: "6" });
  // Two texts may have the same number.
  expect(texts([">=", 5], ["<=", 5]).hasAtLeast(3)).toBe(true);
});

const matching = (...patterns: readonly string[]): Witness =>
  textsWith(patterns.map((pattern) => [{ kind: "matches", pattern }, true])).witness;

test.each([
  [["^(a|b)*a(a|b){25}$", "^(a|b)*b(a|b){25}$"]],
  [["(a|b)*a(a|b){25}c", "(a|b)*b(a|b){25}c", "d$"]],
  [["x{1000}", "^[xy]{0,1005}$", "^y"]],
])("%j take too much work, the second time as the first", (patterns) => {
  expect([matching(...patterns), matching(...patterns)]).toEqual(["unknown", "unknown"]);
});

test("where there are too many states, a long text may still be found", () => {
  const text = matching("^(a|b)*a(a|b){25}$", "b$");
  expect(text).toEqual({ text: expect.stringMatching(/^[ab]*a[ab]{24}b$/) });
});

test("many alternatives are not too much", () => {
  const words = Array.from({ length: 300 }, (_, index) => `word${index * 7}`).join("|");
  const twice = `(${words}).*(${words})`;
  expect(matching(twice, "^[^w]*w[^w]*$")).toBe("none");
  expect(matching(twice, "^[^w]*w[^w]*w[^w]*$")).toEqual({ text: "word7word7" });
});

test("of thousands of claims, the first text that is left is found", () => {
  const count = 50_000;
  let texts = Texts.all.where({ kind: "startsWith", text: "a" }, true);
  for (let index = 0; index < count; index++) {
    texts = texts.where(
      { kind: "one-of", texts: new Set([`a${index}`, "a".repeat(index)]) },
      false,
    );
  }
  expect(texts.witness).toEqual({ text: "ax" });
});
