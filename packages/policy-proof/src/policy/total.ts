import { type Expression } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import {
  always,
  never,
  type Atom,
  type Formula,
  type Relation,
  type Test,
} from "@traffic-policy/policy-logic";
import {
  includesSorted,
  keyOf,
  lookAtTime,
  questionText,
  relationKey,
  sortUnique,
} from "@traffic-policy/policy-logic/internal";
import { steadyRelation, steadySubject } from "./steady.ts";

/**
 * Builds formulas that never fail from formulas that may fail: "it is true", "it is false", "it fails". Equal
 * formulas are built once (hash consing), so that formulas and policies share their parts and equal formulas are the
 * same object.
 */
export class Totals {
  readonly #made = new Map<string, Formula>();
  readonly #ids = new Map<Formula, number>([
    [never, 0],
    [always, 1],
  ]);
  readonly #formulas: Formula[] = [never, always];
  readonly #texts = new Map<string, number>();
  readonly #trues = new Map<Formula, Formula>();
  readonly #falses = new Map<Formula, Formula>();
  readonly #failures = new Map<Formula, Formula>();
  readonly #testKeys = new WeakMap<Test, string>();

  isTrue(formula: Formula): Formula {
    return getOrAdd(this.#trues, formula, () => {
      switch (formula.kind) {
        case "constant":
          return formula;
        case "atom":
          return this.atom(formula);
        case "relation":
          return this.relation(formula);
        case "not":
          return this.isFalse(formula.of);
        case "all":
          return this.and(formula.parts.map((part) => this.isTrue(part)));
        case "any":
          return this.or(formula.parts.map((part) => this.isTrue(part)));
        case "requires":
          return this.and([...formula.needs, formula.of].map((part) => this.isTrue(part)));
        case "choice": {
          const { condition, whenTrue, whenFalse } = formula;
          return this.#chosen(condition, this.isTrue(whenTrue), this.isTrue(whenFalse));
        }
      }
    });
  }

  isFalse(formula: Formula): Formula {
    return getOrAdd(this.#falses, formula, () => {
      switch (formula.kind) {
        case "constant":
        case "atom":
        case "relation":
          return this.not(this.isTrue(formula));
        case "not":
          return this.isTrue(formula.of);
        case "all":
          return this.or(formula.parts.map((part) => this.isFalse(part)));
        case "any":
          return this.and(formula.parts.map((part) => this.isFalse(part)));
        case "requires": {
          const needs = formula.needs.map((need) => this.isTrue(need));
          return this.and([...needs, this.isFalse(formula.of)]);
        }
        case "choice": {
          const { condition, whenTrue, whenFalse } = formula;
          return this.#chosen(condition, this.isFalse(whenTrue), this.isFalse(whenFalse));
        }
      }
    });
  }

  fails(formula: Formula): Formula {
    return getOrAdd(this.#failures, formula, () => {
      switch (formula.kind) {
        case "constant":
        case "atom":
        case "relation":
          return never;
        case "not":
          return this.fails(formula.of);
        case "all":
        case "any": {
          const { kind, parts } = formula;
          const failures = parts.map((part) => this.fails(part));
          if (failures.every((one) => one === never)) return never;
          const decided = parts.map((part) =>
            kind === "all" ? this.isFalse(part) : this.isTrue(part),
          );
          return this.and([this.or(failures), ...decided.map((one) => this.not(one))]);
        }
        case "requires": {
          const needs = formula.needs.map((need) => this.isTrue(need));
          return this.or([...needs.map((need) => this.not(need)), this.fails(formula.of)]);
        }
        case "choice": {
          const { condition, whenTrue, whenFalse } = formula;
          const branch = this.#chosen(condition, this.fails(whenTrue), this.fails(whenFalse));
          return this.or([this.fails(condition), branch]);
        }
      }
    });
  }

  #chosen(condition: Formula, whenTrue: Formula, whenFalse: Formula): Formula {
    if (this.fails(condition) === never) {
      return this.choice(this.isTrue(condition), whenTrue, whenFalse);
    }
    return this.or([
      this.and([this.isTrue(condition), whenTrue]),
      this.and([this.isFalse(condition), whenFalse]),
    ]);
  }

  atom({ subject, test }: Pick<Atom, "subject" | "test">): Formula {
    const key = `${subject.key}\0${this.keyOfTest(test)}`;
    return this.#make(key, () => ({ kind: "atom", subject: steadySubject(subject), test }));
  }

  relation(relation: Relation): Formula {
    return this.#make(`relation ${relationKey(relation)}`, () => steadyRelation(relation));
  }

  /**
   * An open question with an unknown answer, the same for the same key.
   *
   * @param what - a phrase for the fact in question
   */
  opaque(key: string, what = key): Formula {
    const node: Expression = { kind: "identifier", name: what };
    return this.atom({ subject: { key, node, values: { bool: [true, false] } }, test: isTrueTest });
  }

  /** @param formula - a formula that never fails; this also applies to the methods that follow */
  not(formula: Formula): Formula {
    if (formula === always) return never;
    if (formula === never) return always;
    if (formula.kind === "not") return formula.of;
    return this.#make(`not ${this.idOf(formula)}`, () => ({ kind: "not", of: formula }));
  }

  and(parts: readonly Formula[]): Formula {
    return this.#joined("all", parts);
  }

  or(parts: readonly Formula[]): Formula {
    return this.#joined("any", parts);
  }

  choice(condition: Formula, whenTrue: Formula, whenFalse: Formula): Formula {
    if (condition === always || whenTrue === whenFalse) return whenTrue;
    if (condition === never) return whenFalse;
    if (condition.kind === "not") return this.choice(condition.of, whenFalse, whenTrue);
    if (whenTrue === always) return this.or([condition, whenFalse]);
    if (whenTrue === never) return this.and([this.not(condition), whenFalse]);
    if (whenFalse === always) return this.or([this.not(condition), whenTrue]);
    if (whenFalse === never) return this.and([condition, whenTrue]);
    const key = `if ${[condition, whenTrue, whenFalse].map((one) => this.idOf(one)).join(" ")}`;
    return this.#make(key, () => ({ kind: "choice", condition, whenTrue, whenFalse }));
  }

  differ(one: Formula, other: Formula): Formula {
    return this.choice(one, this.not(other), other);
  }

  /** A number that is equal for two formulas only when they are equal. */
  idOf(formula: Formula): number {
    const id = this.#ids.get(formula);
    if (id === undefined) throw new Error("The formula was not made here.");
    return id;
  }

  idOfText(text: string): number {
    return getOrAdd(this.#texts, text, () => this.#texts.size);
  }

  keyOfTest(test: Test): string {
    return getOrAdd(this.#testKeys, test, questionText);
  }

  #joined(kind: "all" | "any", parts: readonly Formula[]): Formula {
    const [neutral, decisive] = kind === "all" ? [always, never] : [never, always];
    const ids: number[] = [];
    if (!this.#collect(kind, parts, ids)) return decisive;
    sortUnique(ids);
    for (const id of ids) {
      const part = this.#formulas[id];
      if (part?.kind === "not" && includesSorted(ids, this.idOf(part.of))) return decisive;
    }
    const [first = this.idOf(neutral)] = ids;
    if (ids.length < 2) return this.#formulas[first] ?? neutral;
    return this.#make(`${kind} ${ids.join(" ")}`, () => ({
      kind,
      parts: ids.map((id) => this.#formulas[id] ?? neutral),
    }));
  }

  #collect(kind: "all" | "any", parts: readonly Formula[], ids: number[]): boolean {
    for (const part of parts) {
      if (part.kind === "constant") {
        if (part.value !== (kind === "all")) return false;
        // A long chain, such as that no rule before has ended processing, stays one part of what it is in.
      } else if (part.kind === kind && part.parts.length <= mostFlattened) {
        if (!this.#collect(kind, part.parts, ids)) return false;
      } else ids.push(this.idOf(part));
    }
    return true;
  }

  #make(key: string, make: () => Formula): Formula {
    lookAtTime();
    let formula = this.#made.get(key);
    if (formula === undefined) {
      formula = make();
      this.#made.set(key, formula);
      this.#ids.set(formula, this.#formulas.length);
      this.#formulas.push(formula);
    }
    return formula;
  }
}

const mostFlattened = 12;

const isTrueTest: Test = {
  kind: "one-of",
  constants: new Map([[keyOf({ kind: "bool", value: true }), { kind: "bool", value: true }]]),
};
