import { getOrAdd } from "@traffic-policy/policy-language/internal";
import {
  addsNothing,
  areContradictory,
  isNeverFalse,
  isNeverTrue,
} from "@traffic-policy/policy-logic/internal";
import { answer } from "../../analysis/logic/answer.ts";
import { tooMuch } from "../../analysis/logic/too-much.ts";
import { type Chain, conjunctionOf, type Operand } from "../../analysis/logic/operands.ts";
import { ofAlikeConditions } from "../../analysis/flow/rule-facts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  tag: "unnecessary",
  docs: {
    what: "A condition follows from another one of the rule, or has no effect beside its neighbour in `&&` or `||`.",
    wrong: `{ "outbound": [ { "expressions": ["res.status_code >= 400", "res.status_code >= 500"], "actions": [ { "type": "log", "config": { "metadata": { "event": "failed" } } } ] } ] }`,
    right: `{ "outbound": [ { "expressions": ["res.status_code >= 400", "res.status_code < 500"], "actions": [ { "type": "log", "config": { "metadata": { "event": "failed" } } } ] } ] }`,
    why: "A condition that has no effect is often a mistake: a wrong number, or the wrong operator.",
  },
  visit: {
    rule(node, report) {
      const isNeeded = areNeeded(node);
      if (isNeeded === true) return;
      const chain = conjunctionOf(node);
      if (isNeeded === undefined) report(tooMuch(chain.place, matter));
      else for (const found of implied(chain)) report(findingOf(found, "&&"));
    },
    chain(chain, report) {
      if (chain.effort.left < 0) return;
      const found = answer(() => implied(chain), chain.effort);
      if (found === undefined) report(tooMuch(chain.place, matter));
      for (const one of found?.value ?? []) report(findingOf(one, chain.operator));
    },
  },
});

const matter = "whether one of these conditions follows from another";

/** True when no operand follows from another; undefined when the analysis would cost too much. */
const areNeeded = ofAlikeConditions(
  (rule) => answer(() => implied(conjunctionOf(rule)).length === 0)?.value,
);

function findingOf({ operand, reason }: Implied, operator: "&&" | "||"): Finding {
  return {
    ...operand.place,
    message:
      operator === "&&"
        ? `${operand.text} is true whenever ${reason.text} is.`
        : `${reason.text} is true whenever ${operand.text} is.`,
    help: "One of them is enough; correct it if something else was meant.",
    related: [{ message: "This makes it redundant.", ...reason.place }],
  };
}

interface Implied {
  readonly operand: Operand;
  readonly reason: Operand;
}

const mostCompared = 20;

/**
 * Finds the operands of a chain that another operand makes redundant. Duplicates, constant operands and
 * contradictions have rules of their own.
 */
function implied({ isApart, operator, operands }: Chain): Implied[] {
  if (isApart) return [];
  const groups = groupBySubject(operands);
  if (!haveNeighbours(groups)) return [];
  if (operator === "&&" && areContradictory(operands.map(({ formula }) => formula))) return [];
  const found = new Map<Operand, Operand>();
  // Of two that say the same, the later one is redundant.
  for (const operand of operands.toReversed()) {
    if (isConstant(operand)) continue;
    const reason = neighbours(operand, groups).find(
      (other) =>
        !found.has(other) &&
        !isConstant(other) &&
        other.canonicalText !== operand.canonicalText &&
        addsNothing(operand.formula, other.formula, operator),
    );
    if (reason !== undefined) found.set(operand, reason);
  }
  return [...found].map(([operand, reason]) => ({ operand, reason }));
}

function haveNeighbours(groups: ReadonlyMap<string, Operand[]>): boolean {
  for (const { length } of groups.values()) if (length > 1) return true;
  return false;
}

function isConstant({ formula }: Operand): boolean {
  return isNeverTrue(formula) || isNeverFalse(formula);
}

function groupBySubject(operands: readonly Operand[]): Map<string, Operand[]> {
  const groups = new Map<string, Operand[]>();
  for (const operand of operands) {
    for (const subject of operand.subjects) {
      getOrAdd(groups, subject, () => []).push(operand);
    }
  }
  return groups;
}

function neighbours(operand: Operand, groups: ReadonlyMap<string, Operand[]>): Operand[] {
  const found = new Set<Operand>();
  for (const subject of operand.subjects) {
    for (const other of groups.get(subject)?.slice(0, mostCompared) ?? []) found.add(other);
  }
  found.delete(operand);
  return [...found].slice(0, mostCompared);
}
