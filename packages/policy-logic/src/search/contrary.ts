import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Atom, Formula } from "../formula.ts";
import { fails, isFalse, isTrue, negated, type Goal, type Outcomes } from "../outcomes.ts";
import { isSame } from "../values.ts";

/**
 * Checks if the answers that goals need to questions exclude one of the goals, whatever values there are. Most guards
 * show in this way, without a search; `false` is not conclusive.
 */
export function areContrary(goals: readonly Goal[]): boolean {
  const answers = new Answers();
  for (const { formula, outcomes } of goals) answers.need(formula, outcomes);
  return (
    answers.areContrary ||
    goals.some(({ formula, outcomes }) => (answers.outcomesOf(formula) & outcomes) === 0)
  );
}

interface Answer {
  readonly atom: Atom;
  readonly outcome: Outcomes;
}

/** The answers to questions that goals need. */
class Answers {
  areContrary = false;
  readonly #bySubject = new Map<string, Answer[]>();

  need(formula: Formula, outcomes: Outcomes): void {
    switch (formula.kind) {
      case "atom":
        this.#needAnswer(formula, outcomes & (isTrue | isFalse));
        break;
      case "not":
        this.need(formula.of, negated(outcomes));
        break;
      case "requires":
        if ((outcomes & fails) !== 0) break;
        for (const need of formula.needs) this.need(need, isTrue);
        this.need(formula.of, outcomes);
        break;
      case "all":
      case "any":
        this.#needOfParts(formula.parts, outcomes, formula.kind === "all" ? isFalse : isTrue);
        break;
      default:
    }
  }

  /** @param decisive - the outcome that one part decides: without it, no part has it */
  #needOfParts(parts: readonly Formula[], outcomes: Outcomes, decisive: Outcomes): void {
    if ((outcomes & decisive) !== 0) return;
    // Where one part fails, the others need not.
    const ofPart = negated(decisive) | (outcomes & fails);
    for (const part of parts) this.need(part, ofPart);
  }

  #needAnswer(atom: Atom, outcome: Outcomes): void {
    // What varies may have another value each time.
    if (outcome === (isTrue | isFalse) || atom.subject.varies === true) return;
    const known = this.#answerTo(atom);
    if (known === undefined) {
      getOrAdd(this.#bySubject, atom.subject.key, () => []).push({ atom, outcome });
    } else if (known !== outcome) this.areContrary = true;
  }

  #answerTo({ subject, test }: Atom): Outcomes | undefined {
    return this.#bySubject.get(subject.key)?.find(({ atom }) => isSame(atom.test, test))?.outcome;
  }

  /** The outcomes that a formula may have with these answers. */
  outcomesOf(formula: Formula): Outcomes {
    switch (formula.kind) {
      case "constant":
        return formula.value ? isTrue : isFalse;
      case "atom":
        return this.#answerTo(formula) ?? isTrue | isFalse;
      case "not":
        return negated(this.outcomesOf(formula.of));
      case "requires": {
        const needs = this.#joined(formula.needs, isFalse);
        const failure = (needs & (isFalse | fails)) === 0 ? 0 : fails;
        return failure | ((needs & isTrue) === 0 ? 0 : this.outcomesOf(formula.of));
      }
      case "all":
        return this.#joined(formula.parts, isFalse);
      case "any":
        return this.#joined(formula.parts, isTrue);
      case "choice": {
        const { condition, whenTrue, whenFalse } = formula;
        const chosen = this.outcomesOf(condition);
        return (
          (chosen & fails) |
          ((chosen & isTrue) === 0 ? 0 : this.outcomesOf(whenTrue)) |
          ((chosen & isFalse) === 0 ? 0 : this.outcomesOf(whenFalse))
        );
      }
      case "relation":
        return isTrue | isFalse;
    }
  }

  /** @param decisive - the outcome that one part decides */
  #joined(parts: readonly Formula[], decisive: Outcomes): Outcomes {
    const neutral = negated(decisive);
    let some = 0;
    let every = neutral;
    for (const part of parts) {
      const outcomes = this.outcomesOf(part);
      some |= outcomes & (decisive | fails);
      every &= outcomes;
    }
    return some | every;
  }
}
