import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { Atom, Formula, Relation } from "../formula.ts";
import { fails, isFalse, isTrue, type Goal } from "../outcomes.ts";
import { lemmas } from "../lemmas.ts";
import { sortUnique } from "../sorted-numbers.ts";
import type { Literal } from "../theory.ts";
import { spend } from "../effort.ts";
import { lookAtTime } from "../time-limit.ts";
import { atomKey, subjectsOfAtom } from "./atom-key.ts";
import { normalLiteral } from "./normal-literal.ts";
import { Sat, type Lit } from "./sat.ts";

/** Two literals: the formula is true, and the formula is false. It fails when neither holds. */
interface Outcome {
  readonly true: Lit;
  readonly false: Lit;
}

const truth: Lit = 0;

/** The limit on pairwise comparisons of atoms for each subject. Beyond it, the search discovers conflicts itself. */
const mostCompared = 100;

const effortOfFormula = 5;

/**
 * Encodes formulas as clauses (Tseitin encoding): each conjunction becomes a variable that is true exactly when its
 * inputs are. Equal conjunctions and equal atoms share a variable.
 */
export class Encoding {
  readonly sat = new Sat();
  readonly #outcomes = new Map<Formula, Outcome>();
  readonly #conjunctions = new Map<string, Lit>();
  readonly #inputs: (readonly Lit[] | undefined)[] = [];
  readonly #atoms: (Atom | Relation | undefined)[] = [];
  readonly #known = new Map<string, Lit>();
  readonly #passes: number[] = [];
  #pass = 0;
  #varying = 0;
  readonly #about = new Map<string, number[]>();

  constructor() {
    const variable = this.sat.newVariable();
    this.sat.addClause([2 * variable]);
  }

  /** Returns a literal that is true exactly when a goal is reached. */
  goal({ formula, outcomes }: Goal): Lit {
    const { true: yes, false: no } = this.#outcomeOf(formula);
    switch (outcomes & (isTrue | isFalse | fails)) {
      case 0:
        return truth ^ 1;
      case isTrue:
        return yes;
      case isFalse:
        return no;
      case fails:
        return this.#all([yes ^ 1, no ^ 1]);
      case isTrue | isFalse:
        return this.#any([yes, no]);
      case isTrue | fails:
        return no ^ 1;
      case isFalse | fails:
        return yes ^ 1;
      default:
        return truth;
    }
  }

  variablesOf(literals: readonly Lit[]): readonly number[] {
    const found: number[] = [];
    this.#pass += 1;
    const add = (literal: Lit): void => {
      const variable = literal >> 1;
      if (this.#passes[variable] === this.#pass) return;
      this.#passes[variable] = this.#pass;
      found.push(variable);
    };
    literals.forEach(add);
    for (const variable of found) this.#inputs[variable]?.forEach(add);
    return found;
  }

  /** Returns atoms that make the literals true under the current assignment: a small set without redundant atoms. */
  reasonsFor(literals: readonly Lit[]): Lit[] {
    const needed = new Set<Lit>();
    const open = [...literals];
    for (let literal = open.pop(); literal !== undefined; literal = open.pop()) {
      if (needed.has(literal)) continue;
      needed.add(literal);
      const inputs = this.#inputs[literal >> 1];
      if (inputs === undefined) continue;
      if ((literal & 1) === 0) open.push(...inputs.toReversed());
      else {
        const untrue = inputs.flatMap((input) => (this.sat.isTrue(input ^ 1) ? [input ^ 1] : []));
        const cost = (one: Lit): number => (needed.has(one) ? 0 : this.#costOf(one));
        const [first, ...others] = untrue;
        if (first === undefined) continue;
        open.push(others.reduce((one, other) => (cost(other) < cost(one) ? other : one), first));
      }
    }
    return [...needed].filter((literal) => this.#atoms[literal >> 1] !== undefined);
  }

  /**
   * Ranks reasons by simplicity: the absence of something is the simplest, a combination of several is the least
   * simple.
   */
  #costOf(literal: Lit): number {
    const atom = this.#atoms[literal >> 1];
    if (atom === undefined) return 3;
    const isAbout = atom.kind === "atom" && (atom.subject.isSize ?? atom.subject.isPresence);
    return isAbout === true ? 1 : 2;
  }

  toLiteral(literal: Lit): Literal {
    const atom = this.#atoms[literal >> 1];
    if (atom === undefined) throw new Error("The literal is not of an atom.");
    return { atom, holds: (literal & 1) === 0 };
  }

  #outcomeOf(formula: Formula): Outcome {
    const known = this.#outcomes.get(formula);
    if (known !== undefined) return known;
    spend(effortOfFormula);
    lookAtTime();
    const before = this.#varying;
    const outcome = this.#encode(formula);
    if (this.#varying === before) this.#outcomes.set(formula, outcome);
    return outcome;
  }

  #encode(formula: Formula): Outcome {
    switch (formula.kind) {
      case "constant":
        return total(formula.value ? truth : truth ^ 1);
      case "atom":
      case "relation":
        return total(this.#atom(formula));
      case "not": {
        const { true: yes, false: no } = this.#outcomeOf(formula.of);
        return { true: no, false: yes };
      }
      case "all":
      case "any": {
        const parts = formula.parts.map((part) => this.#outcomeOf(part));
        const neverFails = parts.every((part) => part.false === (part.true ^ 1));
        const trues = parts.map((part) => part.true);
        if (neverFails) return total(formula.kind === "all" ? this.#all(trues) : this.#any(trues));
        const falses = parts.map((part) => part.false);
        return formula.kind === "all"
          ? { true: this.#all(trues), false: this.#any(falses) }
          : { true: this.#any(trues), false: this.#all(falses) };
      }
      case "choice": {
        const condition = this.#outcomeOf(formula.condition);
        const [yes, no] = [this.#outcomeOf(formula.whenTrue), this.#outcomeOf(formula.whenFalse)];
        const chosen = (one: Lit, other: Lit): Lit =>
          this.#any([this.#all([condition.true, one]), this.#all([condition.false, other])]);
        return { true: chosen(yes.true, no.true), false: chosen(yes.false, no.false) };
      }
      case "requires": {
        const needs = formula.needs.map((need) => this.#outcomeOf(need).true);
        const { true: yes, false: no } = this.#outcomeOf(formula.of);
        return { true: this.#all([...needs, yes]), false: this.#all([...needs, no]) };
      }
    }
  }

  #any(literals: readonly Lit[]): Lit {
    return this.#all(literals.map((literal) => literal ^ 1)) ^ 1;
  }

  #all(literals: readonly Lit[]): Lit {
    const inputs = literals.filter((literal) => literal !== truth);
    sortUnique(inputs);
    for (const [index, literal] of inputs.entries()) {
      if (literal === (truth ^ 1) || inputs[index + 1] === (literal ^ 1)) return truth ^ 1;
    }
    const [only = truth] = inputs;
    if (inputs.length < 2) return only;
    return getOrAdd(this.#conjunctions, inputs.join(), () => {
      const literal = 2 * this.sat.newVariable();
      this.#inputs[literal >> 1] = inputs;
      this.sat.addConjunction(literal, inputs);
      return literal;
    });
  }

  #atom(asked: Atom | Relation): Lit {
    const { atom, holds } =
      asked.kind === "atom" ? normalLiteral(asked) : { atom: asked, holds: true };
    return this.#normalAtom(atom) ^ (holds ? 0 : 1);
  }

  #normalAtom(atom: Atom | Relation): Lit {
    const subjects = subjectsOfAtom(atom);
    // What varies may have another value each time that it is asked for, also by the same formula.
    if (subjects.some(({ varies }) => varies)) {
      this.#varying += 1;
      return this.#newAtom(atom);
    }
    return getOrAdd(this.#known, atomKey(atom), () => {
      const literal = this.#newAtom(atom);
      for (const { key } of subjects)
        this.#relate(
          literal,
          getOrAdd(this.#about, key, () => []),
        );
      return literal;
    });
  }

  #newAtom(atom: Atom | Relation): Lit {
    const variable = this.sat.newVariable();
    this.#atoms[variable] = atom;
    return 2 * variable;
  }

  #relate(literal: Lit, others: number[]): void {
    const { atom } = this.toLiteral(literal);
    const variable = literal >> 1;
    if (others.length < mostCompared && !others.includes(variable)) {
      spend(others.length);
      for (const other of others) {
        for (const clause of lemmas(atom, this.toLiteral(2 * other).atom)) {
          this.sat.addClause(
            clause.map((one) => 2 * (one.atom === atom ? variable : other) + (one.holds ? 0 : 1)),
          );
        }
      }
    }
    others.push(variable);
  }
}

function total(literal: Lit): Outcome {
  return { true: literal, false: literal ^ 1 };
}
