import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { never } from "@traffic-policy/policy-logic";
import {
  addsNothing,
  areContradictory,
  follows,
  isAlwaysFalse,
  isAlwaysTrue,
  isNeverFalse,
  isNeverTrue,
} from "@traffic-policy/policy-logic/internal";
import { seeded } from "../seeded.ts";
import { arbitraryCondition, richCondition } from "./arbitrary-condition.ts";
import { formulaOfText } from "./formula.ts";
import { outcomesOf, samplesFor } from "./outcomes.ts";

const kinds = [
  ["small", arbitraryCondition],
  ["rich", richCondition],
] as const;

describe.each(kinds)("claims about one %s condition", (_kind, condition) => {
  test("agree with what it comes to", () => {
    const counts = { understood: 0, claims: 0 };
    const property = fc.property(condition, (text) => {
      const formula = formulaOfText(text);
      if (formula === undefined) return;
      counts.understood += 1;
      const outcomes = new Set(outcomesOf(text, samplesFor(text)));
      const claims = [
        isAlwaysTrue(formula) && (outcomes.has("false") || outcomes.has("error")),
        isAlwaysFalse(formula) && (outcomes.has("true") || outcomes.has("error")),
        isNeverTrue(formula) && outcomes.has("true"),
        isNeverFalse(formula) && outcomes.has("false"),
      ];
      if (isNeverTrue(formula) || isNeverFalse(formula)) counts.claims += 1;
      expect(claims).toEqual([false, false, false, false]);
    });
    const tried = seeded(property, 300, 1000, 20);
    // The property says little when there is hardly a claim.
    expect(counts.understood).toBeGreaterThan(tried / 3);
    expect(counts.claims).toBeGreaterThan(0);
  });
});

describe.each(kinds)("claims about two %s conditions", (_kind, condition) => {
  test("agree with what they come to", () => {
    const counts = { understood: 0, contradict: 0, follow: 0, needless: 0 };
    const property = fc.property(condition, condition, (one, other) => {
      const [first, second] = [formulaOfText(one), formulaOfText(other)];
      if (first === undefined || second === undefined) return;
      counts.understood += 1;
      const samples = samplesFor(one + other);
      const left = outcomesOf(one, samples);
      const right = outcomesOf(other, samples);
      const pairs = left.map((outcome, index) => `${outcome} ${right[index]}`);
      const contradict = areContradictory([first, second]);
      const follow = follows(second, [first]);
      const excluded = new Set([
        ...(contradict ? ["true true"] : []),
        ...(follow ? ["true false", "true error"] : []),
      ]);
      const needless = (["&&", "||"] as const).filter((operator) =>
        addsNothing(second, first, operator),
      );
      counts.contradict += Number(contradict);
      counts.follow += Number(follow);
      counts.needless += needless.length;
      expect(pairs.filter((pair) => excluded.has(pair))).toEqual([]);
      expect(
        needless.map((operator) => outcomesOf(`(${one}) ${operator} (${other})`, samples)),
      ).toEqual(needless.map(() => left));
    });
    const tried = seeded(property, 300, 1000, 60);
    expect(counts.understood).toBeGreaterThan(tried / 5);
    expect(Math.min(counts.contradict, counts.follow, counts.needless)).toBeGreaterThan(0);
  });
});

test("a cookie is one subject by both names, and yet it may be missing in different ways", () => {
  const read = (text: string) => formulaOfText(text) ?? never;
  const first = read("req.cookies.c[0].value == '1'");
  expect(areContradictory([first, read("getReqCookie('c').value == '2'")])).toBe(true);
  // What getReqCookie() gives when there is none is not documented; req.cookies.c fails.
  const both = read("!(getReqCookie('c').value == '1' || req.cookies.c[0].value == '1')");
  expect(follows(both, [read("!(getReqCookie('c').value == '1')")])).toBe(false);
});
