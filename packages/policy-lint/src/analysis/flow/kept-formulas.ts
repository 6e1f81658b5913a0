import type { Formula, Term } from "../logic/formula.ts";

/**
 * Formulas that outlive the rule they were made for. They are copies: what refers to the parts of
 * one rule would keep a good deal of it in memory, and the terms of all of them are mostly the same.
 */
export class KeptFormulas {
  readonly #terms = new Map<string, Term>();

  keep(formula: Formula): Formula {
    switch (formula.kind) {
      case "not":
        return { kind: "not", of: this.keep(formula.of) };
      case "all":
      case "any":
        return { kind: formula.kind, parts: formula.parts.map((part) => this.keep(part)) };
      case "choice":
        return {
          kind: "choice",
          condition: this.keep(formula.condition),
          whenTrue: this.keep(formula.whenTrue),
          whenFalse: this.keep(formula.whenFalse),
        };
      case "comparison":
        return { ...formula, term: this.#term(formula.term) };
      default:
        return { ...formula };
    }
  }

  /** In one direction, two terms with the same text are the same in all. */
  #term(term: Term): Term {
    const known = this.#terms.get(term.key);
    if (known !== undefined) return known;
    this.#terms.set(term.key, term);
    return term;
  }
}
