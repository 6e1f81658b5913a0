import type { Formula } from "./formula.ts";

/** The possible results of a boolean expression as a bit set: true, false, or an error. */
export type Outcomes = number;

export const isTrue: Outcomes = 1;
export const isFalse: Outcomes = 2;
export const fails: Outcomes = 4;
export const allOutcomes = [isTrue, isFalse, fails] as const;
export const notTrue: Outcomes = isFalse | fails;
export const notFalse: Outcomes = isTrue | fails;

/** Returns the outcomes of the operand of `!` for which the whole has one of these outcomes. */
export function negated(outcomes: Outcomes): Outcomes {
  const swapped = (outcomes & isTrue ? isFalse : 0) | (outcomes & isFalse ? isTrue : 0);
  return swapped | (outcomes & fails);
}

/** A formula with what it should come to. */
export interface Goal {
  readonly formula: Formula;
  readonly outcomes: Outcomes;
}
