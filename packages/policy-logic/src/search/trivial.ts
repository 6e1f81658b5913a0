import type { Atom, Formula } from "../formula.ts";
import { isFalse, isTrue, type Goal } from "../outcomes.ts";
import { isPossibleFor, isSame } from "../values/values.ts";

/**
 * Whether goals are reached when each subject is asked one thing at most, which it can come to. Mostly they
 * are, and no search is needed; `false` is not certain.
 */
export function areTrivial(goals: readonly Goal[]): boolean {
  const asked: Asked[] = [];
  for (const { formula, outcomes } of goals) {
    const isReached =
      ((outcomes & isTrue) !== 0 && yields(formula, true, asked)) ||
      ((outcomes & isFalse) !== 0 && yields(formula, false, asked));
    if (!isReached) return false;
  }
  return true;
}

/** What a subject has been asked, and what it came to. */
interface Asked {
  readonly atom: Atom;
  readonly outcome: boolean;
}

/** For more subjects the search takes less time than looking for each among all others. */
const mostAsked = 50;

function yields(formula: Formula, outcome: boolean, asked: Asked[]): boolean {
  switch (formula.kind) {
    case "constant":
      return formula.value === outcome;
    case "atom": {
      const { subject, test } = formula;
      for (const before of asked) {
        if (before.atom.subject.key !== subject.key) continue;
        return before.outcome === outcome && isSame(before.atom.test, test);
      }
      if (asked.length >= mostAsked) return false;
      asked.push({ atom: formula, outcome });
      return isPossibleFor(subject.values, test, outcome);
    }
    case "relation":
      return false;
    case "not":
      return yields(formula.of, !outcome, asked);
    case "requires":
      if (!yields(formula.of, outcome, asked)) return false;
      return formula.needs.every((need) => yields(need, true, asked));
    case "all":
    case "any":
      return (formula.kind === "all") === outcome
        ? formula.parts.every((part) => yields(part, outcome, asked))
        : formula.parts.some((part) => yields(part, outcome, asked));
    case "choice":
      return yields(formula.condition, true, asked) && yields(formula.whenTrue, outcome, asked);
  }
}
