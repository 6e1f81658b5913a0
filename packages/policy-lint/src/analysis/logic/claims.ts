import type { Formula } from "./formula.ts";
import { fails, isFalse, isTrue, negated, notFalse, notTrue } from "./outcomes.ts";
import { isSatisfiable } from "./satisfiable.ts";

/** Whether it is true for every request, and never fails. */
export function isAlwaysTrue(formula: Formula): boolean {
  return !isSatisfiable([{ formula, outcomes: notTrue }]);
}

/** Whether it is false for every request, and never fails. */
export function isAlwaysFalse(formula: Formula): boolean {
  return !isSatisfiable([{ formula, outcomes: notFalse }]);
}

/** Whether it is false or fails for every request. */
export function isNeverTrue(formula: Formula): boolean {
  return areContradictory([formula]);
}

/** Whether it is true or fails for every request. */
export function isNeverFalse(formula: Formula): boolean {
  return !isSatisfiable([{ formula, outcomes: isFalse }]);
}

/** Whether there is no request for which all of them are true. */
export function areContradictory(formulas: readonly Formula[]): boolean {
  return !isSatisfiable(formulas.map((formula) => ({ formula, outcomes: isTrue })));
}

/** Whether one is true for every request for which the others all are. */
export function follows(formula: Formula, given: readonly Formula[]): boolean {
  const goals = given.map((other) => ({ formula: other, outcomes: isTrue }));
  return !isSatisfiable([{ formula, outcomes: notTrue }, ...goals]);
}

/**
 * Whether `other && formula`, or `other || formula`, always comes to the same as `other` alone,
 * also when something fails.
 */
export function addsNothing(formula: Formula, other: Formula, operator: "&&" | "||"): boolean {
  const same = operator === "&&" ? isTrue : isFalse;
  const opposite = negated(same);
  return (
    !isSatisfiable([
      { formula: other, outcomes: same | fails },
      { formula, outcomes: opposite },
    ]) &&
    !isSatisfiable([
      { formula: other, outcomes: same },
      { formula, outcomes: fails },
    ])
  );
}
