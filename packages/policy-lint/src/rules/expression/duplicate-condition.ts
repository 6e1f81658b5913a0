import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { type Chain, conjunctionOf, type Operand } from "../../analysis/logic/operands.ts";
import { ofAlikeConditions } from "../../analysis/flow/rule-facts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  tag: "unnecessary",
  docs: {
    what: "A rule has the same condition twice, or `&&` or `||` has the same operand twice.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'POST' || req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST' || req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The second one has no effect, so it was forgotten or was meant to test something else. Conditions are compared by their meaning: `'a' == x` and `x == 'a'` are the same.",
  },
  visit: {
    rule(node, report) {
      if (areDistinct(node)) return;
      for (const found of duplicates(conjunctionOf(node))) report(findingOf(found));
    },
    chain(chain, report) {
      for (const found of duplicates(chain)) report(findingOf(found));
    },
  },
});

const areDistinct = ofAlikeConditions((rule) => duplicates(conjunctionOf(rule)).length === 0);

function findingOf({ operand, first }: Duplicate): Finding {
  const { removal } = operand;
  return {
    ...operand.place,
    message: `${operand.text} is repeated here.`,
    help: "Remove it, or change what should be different.",
    related: [{ message: "It stands here first.", ...first.place }],
    ...(removal && { fix: { title: "Remove it", safe: true, edits: [removal] } }),
  };
}

interface Duplicate {
  readonly operand: Operand;
  readonly first: Operand;
}

function duplicates({ isApart, operands }: Chain): Duplicate[] {
  if (isApart) return [];
  const known = new Map<string, Operand[]>();
  return operands.flatMap((operand) => {
    // What is the same is about the same, which is known sooner.
    const alike = getOrAdd(known, [...operand.subjects].join(), () => []);
    const first = alike.find((other) => other.canonicalText === operand.canonicalText);
    if (first !== undefined) return [{ operand, first }];
    alike.push(operand);
    return [];
  });
}
