import { type Formula } from "@traffic-policy/policy-logic";
import { areContradictory, type Effort } from "@traffic-policy/policy-logic/internal";
import { answer, usualEffort } from "../../analysis/logic/answer.ts";
import { tooMuch } from "../../analysis/logic/too-much.ts";
import { conjunctionOf, type Operand } from "../../analysis/logic/operands.ts";
import { formulasOf, isContradictory, ofAlikeConditions } from "../../analysis/flow/rule-facts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule, type Report } from "../../rule.ts";

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
      const found = contradictionsIn(node);
      if (found === undefined) report(tooMuch(conjunctionOf(node).place, matter));
      else if (found.length > 0) tell(found, conjunctionOf(node).operands, report);
    },
    chain(chain, report) {
      if (chain.operator !== "&&" || chain.isApart || chain.effort.left < 0) return;
      const { operands } = chain;
      const formulas = operands.map(({ formula }) => formula);
      const isFound = answer(() => areContradictory(formulas), chain.effort);
      if (isFound === undefined) report(tooMuch(chain.place, matter));
      else if (isFound.value) tell(contradictions(formulas, chain.effort), operands, report);
    },
  },
});

const matter = "whether these conditions can be true together";

/** Undefined when the analysis would cost too much. */
const contradictionsIn = ofAlikeConditions((rule): readonly Contradiction[] | undefined => {
  if (conjunctionOf(rule).isApart) return [];
  const isFound = isContradictory(rule);
  if (isFound === undefined) return undefined;
  return isFound ? contradictions(formulasOf(rule), usualEffort()) : [];
});

function tell(found: readonly Contradiction[], operands: readonly Operand[], report: Report): void {
  for (const { operand, others } of found) {
    const one = operands[operand];
    if (one !== undefined)
      report(
        findingOf(
          one,
          others.flatMap((index) => operands[index] ?? []),
        ),
      );
  }
}

function findingOf(operand: Operand, others: readonly Operand[]): Finding {
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
  readonly operand: number;
  readonly others: readonly number[];
}

const mostOperands = 100;

/**
 * Finds contradictions in a list of operands that are never true together, as many as the effort is enough for.
 * Where it is enough for none, names all operands.
 */
function contradictions(formulas: readonly Formula[], effort: Effort): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const isDone = answer(() => findContradictions(formulas, found), effort) !== undefined;
  const [last, ...others] = [...formulas.keys()].toReversed();
  const areAll = !isDone && found.length === 0 && last !== undefined && others.length > 0;
  return areAll ? [{ operand: last, others: others.toReversed() }] : found;
}

/** Skips operands that are never true by themselves: expression/constant reports them. */
function findContradictions(formulas: readonly Formula[], found: Contradiction[]): void {
  const contradict = (...some: readonly number[]): boolean =>
    areContradictory(some.flatMap((index) => formulas[index] ?? []));
  const before: number[] = [];
  for (const operand of formulas.slice(0, mostOperands).keys()) {
    if (contradict(operand)) continue;
    const others = reasons(operand, before, contradict);
    if (others === undefined) before.push(operand);
    else found.push({ operand, others });
  }
}

/** Returns the fewest operands that contradict another; undefined when all of them together do not. */
function reasons(
  operand: number,
  before: readonly number[],
  contradict: (...some: readonly number[]) => boolean,
): readonly number[] | undefined {
  if (!contradict(operand, ...before)) return undefined;
  const single = before.find((other) => contradict(operand, other));
  if (single !== undefined) return [single];
  let needed = before;
  for (const other of before) {
    const fewer = needed.filter((one) => one !== other);
    if (contradict(operand, ...fewer)) needed = fewer;
  }
  return needed;
}
