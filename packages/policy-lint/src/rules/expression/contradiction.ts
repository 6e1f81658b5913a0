import { areContradictory, isNeverTrue } from "@traffic-policy/policy-logic";
import { type Chain, conjunctionOf, type Operand } from "../../analysis/logic/operands.ts";
import { ofEqualConditions } from "../../analysis/flow/rule-facts.ts";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  strict: "error",
  docs: {
    what: "Conditions of a rule, or operands of `&&`, can never be true together.",
    wrong: `{ "outbound": [ { "expressions": ["res.status_code < 200 && res.status_code >= 300"], "actions": [ { "type": "log", "config": { "metadata": { "event": "unusual status" } } } ] } ] }`,
    right: `{ "outbound": [ { "expressions": ["res.status_code < 200 || res.status_code >= 300"], "actions": [ { "type": "log", "config": { "metadata": { "event": "unusual status" } } } ] } ] }`,
    why: "All conditions of a rule have to be true for it to match, so such a rule never does anything. Usually `||` was meant, or the conditions were copied and only one of them was changed.",
  },
  visit: {
    rule(node, report) {
      if (canBeTrue(node)) return;
      for (const found of contradictions(conjunctionOf(node))) report(findingOf(found));
    },
    chain(chain, report) {
      if (chain.operator !== "&&") return;
      for (const found of contradictions(chain)) report(findingOf(found));
    },
  },
});

const canBeTrue = ofEqualConditions((rule) => contradictions(conjunctionOf(rule)).length === 0);

function findingOf({ operand, others }: Contradiction): Finding {
  const named = others.length > 1 ? "the conditions before it" : (others[0]?.text ?? "");
  return {
    ...operand.place,
    message: `${operand.text} can never be true together with ${named}.`,
    help: "If one of them is enough, write them as one condition with ||.",
    related: others.map((other) => ({
      message: "This has to be true at the same time.",
      ...other.place,
    })),
  };
}

interface Contradiction {
  readonly operand: Operand;
  readonly others: readonly Operand[];
}

const mostOperands = 100;

/**
 * What cannot be true together in a list of operands that all have to be. Operands that are never
 * true by themselves are ignored: expression/constant reports them.
 */
function contradictions({ isApart, operands: all }: Chain): Contradiction[] {
  if (isApart || !areContradictory(all.map(({ formula }) => formula))) return [];
  const operands = all.slice(0, mostOperands).filter(({ formula }) => !isNeverTrue(formula));
  const found: Contradiction[] = [];
  const before: Operand[] = [];
  for (const operand of operands) {
    const others = reasons(operand, before);
    if (others === undefined) before.push(operand);
    else found.push({ operand, others });
  }
  return found;
}

/** The fewest operands that contradict one; undefined when all of them together do not. */
function reasons(operand: Operand, before: readonly Operand[]): Operand[] | undefined {
  if (!contradict(operand, before)) return undefined;
  const single = before.find((other) => contradict(operand, [other]));
  if (single !== undefined) return [single];
  let needed = [...before];
  for (const other of before) {
    const fewer = needed.filter((one) => one !== other);
    if (contradict(operand, fewer)) needed = fewer;
  }
  return needed;
}

function contradict(operand: Operand, others: readonly Operand[]): boolean {
  return areContradictory([operand, ...others].map(({ formula }) => formula));
}
