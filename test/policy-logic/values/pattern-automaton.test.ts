import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { automatonOf } from "../../../packages/policy-logic/src/values/text-automata.ts";
import { seeded } from "../../seeded.ts";
import { read } from "./read.ts";
import { patternWithFlags, textsOf } from "./patterns.ts";

const alphabet = ["a", "B", "\u212A", "\u017F", "\n", " ", "😀"];
const texts = [...textsOf(alphabet, 3), "\uD800", "a\uD800", "\uDC00k"];

test("an automaton accepts the texts that a pattern matches", () => {
  let compared = 0;
  const tried = seeded(
    fc.property(patternWithFlags, (pattern) => {
      const compiled = compileRegularExpression(pattern);
      if (!compiled.ok) return;
      const automaton = automatonOf({ kind: "matches", pattern });
      const wrong = texts.filter((text) => {
        const isMatch = compiled.matches(text);
        const { accepts, settled = isMatch } = read(automaton, text);
        return accepts !== isMatch || settled !== isMatch;
      });
      expect({ pattern, wrong }).toEqual({ pattern, wrong: [] });
      compared += texts.length;
    }),
    1200,
    20_000,
  );
  expect(compared).toBeGreaterThan((tried / 2) * texts.length);
});

describe("of single patterns", () => {
  test.each([
    ["(?i)straße", ["STRAßE", "\u017FtraẞE"], ["STRASSE"]],
    ["(?i)^k$", ["k", "K", "\u212A"], ["x"]],
    ["^a\\b.", ["a!"], ["ab"]],
    ["(?m)^b$", ["a\nb", "b\nc"], ["ab"]],
    ["\\Ab\\z", ["b"], ["b\n", "\nb"]],
    ["", ["", "a"], []],
    ["a|", ["", "b"], []],
    ["[^\\x00-\\x{10FFFF}]", [], ["", "a"]],
    ["^.$", ["😀", "\uD800"], ["\n", "ab"]],
    ["^(?:a{1000})$", ["a".repeat(1000)], ["a".repeat(999), "a".repeat(1001)]],
  ])("%j", (pattern, accepted, others) => {
    const automaton = automatonOf({ kind: "matches", pattern });
    expect(accepted.map((text) => read(automaton, text).accepts)).toEqual(accepted.map(() => true));
    expect(others.map((text) => read(automaton, text).accepts)).toEqual(others.map(() => false));
  });
});
