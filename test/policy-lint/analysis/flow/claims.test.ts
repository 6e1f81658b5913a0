import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyToDocument,
  fromPointer,
  jsonPolicySource,
  type JsonObject,
} from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { seeded } from "../../../seeded.ts";
import { arbitraryRules, sampleRequests } from "./arbitrary-rules.ts";
import { matching, readings, runnable } from "./run-rules.ts";

// What lint claims of rules together is compared with what happens when they are run.

function lint(rules: readonly JsonObject[]) {
  const source = jsonPolicySource("policy.json", JSON.stringify({ inbound: rules }));
  const found = lintPolicy(source, { preset: "strict", protocol: "http" });
  return {
    found,
    /** The indexes of the rules that a lint rule points at. */
    rulesOf: (name: string): number[] =>
      found.filter(({ rule }) => rule === name).map(({ path }) => Number(fromPointer(path)[1])),
  };
}

test("a rule that is said to be reached by no request is reached by none", () => {
  const counts = { shadowed: 0, unreachable: 0 };
  const property = fc.property(arbitraryRules, (rules) => {
    const { rulesOf } = lint(rules);
    const [shadowed, [unreachable]] = [
      rulesOf("flow/shadowed-rule"),
      rulesOf("flow/unreachable-rule"),
    ];
    if (shadowed.length === 0 && unreachable === undefined) return;
    counts.shadowed += shadowed.length;
    counts.unreachable += unreachable === undefined ? 0 : 1;
    const isClaimed = (index: number): boolean =>
      shadowed.includes(index) || (unreachable !== undefined && index >= unreachable);
    const runnables = rules.map(runnable);
    const reached = sampleRequests.flatMap((request) =>
      readings.flatMap((reading) => matching(runnables, request, reading).filter(isClaimed)),
    );
    expect(reached).toEqual([]);
  });
  const tried = seeded(property, 40, 500, 15);
  // The property says little when there is hardly a claim.
  expect(Math.min(counts.shadowed, counts.unreachable)).toBeGreaterThan(tried / 20);
});

test("rules that are said to be the same match the same requests", () => {
  let count = 0;
  const property = fc.property(arbitraryRules, fc.nat(), fc.nat(), (given, from, seed) => {
    // Two random rules hardly ever are the same: one is there again in another order.
    const copied = given[from % given.length] ?? {};
    const expressions = [...(copied["expressions"] as readonly string[])];
    const again = {
      ...copied,
      expressions: seed % 2 === 0 ? expressions.toReversed() : expressions,
    };
    const rules: readonly JsonObject[] = [...given, again];
    for (const { rule, path, related } of lint(rules).found) {
      if (rule !== "flow/duplicate-rule") continue;
      count += 1;
      const ruleAt = (pointer: string): JsonObject => rules[Number(fromPointer(pointer)[1])] ?? {};
      const [one, first] = [ruleAt(path), ruleAt(related?.[0]?.path ?? "")];
      expect(one["actions"]).toEqual(first["actions"]);
      const [left, right] = [runnable(one), runnable(first)];
      // Which of two conditions fails first makes no difference for what matches.
      const matches = (it: typeof left) =>
        sampleRequests.filter((request) => it.outcome(request) === "matches");
      expect(matches(left)).toEqual(matches(right));
    }
  });
  const tried = seeded(property, 30, 300, 15);
  expect(count).toBeGreaterThan(tried / 4);
});

test("a safe fix of a condition leaves what matches as it was", () => {
  let count = 0;
  const property = fc.property(arbitraryRules, (rules) => {
    for (const { fix } of lint(rules).found) {
      if (fix?.safe !== true) continue;
      count += 1;
      const fixed = applyToDocument({ inbound: rules }, fix.edits) as { inbound: JsonObject[] };
      const [before, after] = [rules.map(runnable), fixed.inbound.map(runnable)];
      const outcomes = (all: typeof before) =>
        sampleRequests.map((request) => all.map(({ outcome }) => outcome(request)));
      expect(outcomes(after)).toEqual(outcomes(before));
    }
  });
  seeded(property, 60, 800, 30);
  expect(count).toBeGreaterThan(0);
});
