import type { Formula } from "./formula.ts";
import { fails, isFalse, isTrue, negated, notFalse, notTrue } from "./outcomes.ts";
import { isPossible, mayCome } from "./solve.ts";

/** Checks whether a formula is true in every exchange, and never fails. */
export function isAlwaysTrue(formula: Formula): boolean {
  return !mayCome(formula, notTrue);
}

/** Checks whether it is false in every exchange, and never fails. */
export function isAlwaysFalse(formula: Formula): boolean {
  return !mayCome(formula, notFalse);
}

/** Checks whether it is false or fails in every exchange. */
export function isNeverTrue(formula: Formula): boolean {
  return !mayCome(formula, isTrue);
}

/** Checks whether it is true or fails in every exchange. */
export function isNeverFalse(formula: Formula): boolean {
  return !mayCome(formula, isFalse);
}

/** Checks whether there is no exchange in which all of them are true. */
export function areContradictory(formulas: readonly Formula[]): boolean {
  const [only, ...others] = formulas;
  if (only !== undefined && others.length === 0) return isNeverTrue(only);
  return !isPossible(formulas.map((formula) => ({ formula, outcomes: isTrue })));
}

/** Checks whether one is true in every exchange in which the others all are. */
export function follows(formula: Formula, given: readonly Formula[]): boolean {
  const goals = given.map((other) => ({ formula: other, outcomes: isTrue }));
  return !isPossible([...goals, { formula, outcomes: notTrue }]);
}

/**
 * Checks whether `other && formula`, or `other || formula`, always comes to the same as `other` alone,
 * also when something fails.
 */
export function addsNothing(formula: Formula, other: Formula, operator: "&&" | "||"): boolean {
  const same = operator === "&&" ? isTrue : isFalse;
  return (
    !isPossible([
      { formula: other, outcomes: same | fails },
      { formula, outcomes: negated(same) },
    ]) &&
    !isPossible([
      { formula: other, outcomes: same },
      { formula, outcomes: fails },
    ])
  );
}
