import { keyOf } from "../constant.ts";
import { isPartOf, type Formula, type Subject, type Test, type Values } from "../formula.ts";
import { isFalse, isTrue, type Goal } from "../outcomes.ts";
import { isPossibleFor, isSame, members, narrow } from "../values.ts";

/**
 * Checks if the goals are reached when each subject has a value that its first question asks for. This usually
 * succeeds and makes a search unnecessary; `false` is not conclusive.
 */
export function areTrivial(goals: readonly Goal[]): boolean {
  const asked = new Map<string, Asked>();
  for (const { formula, outcomes } of goals) {
    const isReached =
      ((outcomes & isTrue) !== 0 && yields(formula, true, asked)) ||
      ((outcomes & isFalse) !== 0 && yields(formula, false, asked));
    if (!isReached) return false;
  }
  return true;
}

interface Asked {
  readonly subject: Subject;
  readonly test: Test;
  readonly outcome: boolean;
  value?: Values;
}

function oneOf({ subject, test, outcome }: Asked): Values {
  const left = narrow(subject.values, test, outcome) ?? {};
  for (const constant of members(left)) {
    const constants = new Map([[keyOf(constant), constant]]);
    return narrow(left, { kind: "one-of", constants }, true) ?? {};
  }
  return {};
}

function yields(formula: Formula, outcome: boolean, asked: Map<string, Asked>): boolean {
  switch (formula.kind) {
    case "constant":
      return formula.value === outcome;
    case "atom": {
      const { subject, test } = formula;
      const before = asked.get(subject.key);
      if (before === undefined) {
        if (
          subject.urlPart &&
          [...asked.values()].some((one) => areRelated(one.subject, subject))
        ) {
          return false;
        }
        asked.set(subject.key, { subject, test, outcome });
        return isPossibleFor(subject.values, test, outcome);
      }
      if (isSame(before.test, test)) return before.outcome === outcome;
      if (subject.values.list !== undefined) {
        // A list can be more than one thing: each answer is added to those before.
        before.value ??= narrow(subject.values, before.test, before.outcome) ?? {};
        const left = narrow(before.value, test, outcome);
        before.value = left ?? before.value;
        return left !== undefined;
      }
      before.value ??= oneOf(before);
      return narrow(before.value, test, outcome) !== undefined;
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

function areRelated(one: Subject, other: Subject): boolean {
  return isWholeOf(one, other) || isWholeOf(other, one);
}

function isWholeOf({ urlPart }: Subject, other: Subject): boolean {
  const { part } = urlPart ?? {};
  return (part === "url" || part === "uri") && isPartOf(part, other);
}
