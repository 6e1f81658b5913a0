import { getOrAdd } from "@traffic-policy/policy-language/internal";
import { spend } from "./effort.ts";
import type { Formula, Subject, Values } from "./formula.ts";
import { allOutcomes, type Goal, type Outcomes } from "./outcomes.ts";
import { Encoding } from "./search/encoding.ts";
import { subjectsOfAtom } from "./search/atom-key.ts";
import type { Lit } from "./search/sat.ts";
import { areContrary } from "./search/contrary.ts";
import { areTrivial } from "./search/trivial.ts";
import { check, componentsOf, type Verdict } from "./theory.ts";
import { withTimeLimit } from "./time-limit.ts";

/** For each subject that the goals are about, the values with which they are reached. */
export type Model = ReadonlyMap<Subject, Values>;

/** Passes over all further models with the same answers about some subjects, in this search. */
type PassOver = (subjects: readonly Subject[]) => void;

export type Answer =
  | { readonly kind: "model"; readonly model: Model }
  /** No exchange reaches all goals, nor all goals of the core. */
  | { readonly kind: "none"; readonly core: readonly Goal[] }
  | {
      readonly kind: "unknown";
      readonly reason: "budget" | Subject;
    };

export type Decision = { readonly kind: "possible" } | Exclude<Answer, { readonly kind: "model" }>;

/** How much a search may cost. */
export interface Budget {
  /** How many decisions it may take, and how many conflicts it may have. */
  readonly steps: number;
  /** Returns true when the time is up; called now and then. */
  readonly isOver?: () => boolean;
}

const usualBudget: Budget = { steps: 20_000 };

const effortOfSearch = 20;

const effortOfStep = 10;

const possible: Decision = { kind: "possible" };

const stepsOfLook = 64;

/** The steps taken since the program began; tests measure work with it. */
export function stepsTaken(): number {
  return taken;
}

let taken = 0;

/** The searches for values since the program began; tests measure work with it. */
export function searchesMade(): number {
  return searches;
}

let searches = 0;

/** Finds values with which all goals are reached. */
export function solve(goals: readonly Goal[], budget?: Budget): Answer {
  return new Solver().solve(goals, budget);
}

/** The outcomes that formulas by themselves are known to have, and known never to have. */
const knownOutcomes = new WeakMap<Formula, { possible: Outcomes; impossible: Outcomes }>();

/** True when a formula may have one of these outcomes; `false` is certain. Many lint rules ask the same. */
export function mayCome(formula: Formula, outcomes: Outcomes): boolean {
  const known = getOrAdd(knownOutcomes, formula, () => ({ possible: 0, impossible: 0 }));
  const open = outcomes & ~known.impossible;
  if ((known.possible & outcomes) !== 0) return true;
  if (open === 0) return false;
  for (const outcome of allOutcomes) {
    if ((open & outcome) === 0 || !areTrivial([{ formula, outcomes: outcome }])) continue;
    known.possible |= outcome;
    return true;
  }
  if (isSearched([{ formula, outcomes }])) return true;
  known.impossible |= outcomes;
  return false;
}

/** True when goals may be reachable together; `false` is certain. */
export function isPossible(goals: readonly Goal[], budget?: Budget): boolean {
  return areTrivial(goals) || isSearched(goals, budget);
}

function isSearched(goals: readonly Goal[], budget?: Budget): boolean {
  if (areContrary(goals)) return false;
  return new Solver().solve(goals, budget).kind !== "none";
}

/** Examines models of goals, as many as the budget allows, until the callback returns a result. */
export function findModel<Result>(
  goals: readonly Goal[],
  budget: Budget,
  take: (model: Model) => Result | undefined,
): Result | undefined {
  return new Solver().findModel(goals, budget, take);
}

/**
 * Answers questions about formulas, and keeps what it has found out for the next one: that some conditions
 * exclude each other, say. Formulas that are the same object are read once.
 */
export class Solver {
  readonly #encoding = new Encoding();
  readonly #verdicts = new Map<string, Verdict>();
  #isSearching = false;

  /** Finds values with which all goals are reached. */
  solve(goals: readonly Goal[], budget: Budget = usualBudget): Answer {
    return this.#search(goals, budget, (model) => ({ kind: "model", model }));
  }

  /** Checks if all goals can be reached together, often without a search. */
  decide(goals: readonly Goal[], budget: Budget = usualBudget): Decision {
    if (areTrivial(goals)) return possible;
    const answer = this.solve(goals, budget);
    return answer.kind === "model" ? possible : answer;
  }

  /** Goals that certainly cannot be reached together; nothing when perhaps all can. */
  refute(goals: readonly Goal[], budget: Budget = usualBudget): readonly Goal[] | undefined {
    const decision = this.decide(goals, budget);
    return decision.kind === "none" ? decision.core : undefined;
  }

  /**
   * Looks at models of goals, as many as the budget allows, until something is made of one.
   *
   * @param take - may pass over all models with the same answers about some subjects
   */
  findModel<Result>(
    goals: readonly Goal[],
    budget: Budget,
    take: (model: Model, passOver: PassOver) => Result | undefined,
  ): Result | undefined {
    let result: Result | undefined;
    this.#search(goals, budget, (model, passOver) => {
      result = take(model, passOver);
      return result === undefined ? undefined : { kind: "model", model };
    });
    return result;
  }

  /**
   * Assigns truth values to atoms with which the goals are reached, and asks whether subjects have values for
   * those that matter: what cannot be is learned, and the search goes on.
   *
   * @param take - is given each model; nothing to go on to the next one
   */
  #search(
    goals: readonly Goal[],
    { steps, isOver }: Budget,
    take: (model: Model, passOver: PassOver) => Answer | undefined,
  ): Answer {
    if (this.#isSearching) throw new Error("A search asks the solver that it is made by.");
    spend(effortOfSearch);
    searches += 1;
    const { sat } = this.#encoding;
    const encoded = withTimeLimit(isOver, () => goals.map((goal) => this.#encoding.goal(goal)));
    if (encoded === undefined) return { kind: "unknown", reason: "budget" };
    const literals = encoded.value;
    // What was passed over is forbidden as long as this is true: in this search.
    const isHere = 2 * sat.newVariable();
    let answer: Answer | undefined;
    let unknown: Subject | undefined;
    let wasPassed = false;
    let left = steps;
    const object = (): readonly Lit[] | undefined => {
      const reasons = this.#encoding.reasonsFor(literals);
      const found = this.#theoryModel(reasons);
      let passed: readonly Lit[] = reasons;
      if (found.kind === "none") return found.core.map((literal) => literal ^ 1);
      if (found.kind === "unknown") unknown ??= found.subject;
      else {
        answer = take(found.model, (subjects) => {
          passed = this.#about(subjects, reasons);
        });
        if (answer !== undefined) return undefined;
      }
      wasPassed = true;
      return [isHere ^ 1, ...passed.map((literal) => literal ^ 1)];
    };
    const step = (): boolean => {
      spend(effortOfStep);
      left -= 1;
      taken += 1;
      return left > 0 && !(left % stepsOfLook === 0 && isOver?.() === true);
    };
    const relevant = this.#encoding.variablesOf(literals);
    const ended = withTimeLimit(isOver, () => {
      this.#isSearching = true;
      try {
        return sat.search([isHere, ...literals], relevant, object, step);
      } finally {
        this.#isSearching = false;
      }
    });
    if (answer !== undefined) return answer;
    if (unknown !== undefined) return { kind: "unknown", reason: unknown };
    const result = ended?.value;
    if (result?.kind !== "unsatisfiable") return { kind: "unknown", reason: "budget" };
    const core = wasPassed
      ? goals
      : goals.filter((_goal, at) => result.core.includes(literals[at] ?? -1));
    return { kind: "none", core };
  }

  /** Values for all subjects that literals are about, or literals that exclude each other. */
  #theoryModel(
    literals: readonly Lit[],
  ):
    | { readonly kind: "model"; readonly model: Model }
    | { readonly kind: "none"; readonly core: readonly Lit[] }
    | (Verdict & { readonly kind: "unknown" }) {
    const model = new Map<Subject, Values>();
    const lits = new Map(literals.map((lit) => [this.#encoding.toLiteral(lit), lit]));
    let unknown: (Verdict & { readonly kind: "unknown" }) | undefined;
    for (const component of componentsOf([...lits.keys()])) {
      const own = component.flatMap((literal) => lits.get(literal) ?? []);
      const verdict = this.#verdictOn(own);
      if (verdict.kind === "none") return { kind: "none", core: this.#coreOf(own) };
      if (verdict.kind === "unknown") unknown ??= verdict;
      else for (const [subject, values] of verdict.values) model.set(subject, values);
    }
    return unknown ?? { kind: "model", model };
  }

  /** Returns the literals that the values of some subjects follow from. */
  #about(subjects: readonly Subject[], literals: readonly Lit[]): readonly Lit[] {
    const keys = new Set(subjects.map(({ key }) => key));
    const lits = new Map(literals.map((lit) => [this.#encoding.toLiteral(lit), lit]));
    return componentsOf([...lits.keys()])
      .filter((component) =>
        component.some(({ atom }) => subjectsOfAtom(atom).some(({ key }) => keys.has(key))),
      )
      .flatMap((component) => component.flatMap((literal) => lits.get(literal) ?? []));
  }

  #verdictOn(literals: readonly Lit[]): Verdict {
    const key = literals.toSorted((one, other) => one - other).join();
    return getOrAdd(this.#verdicts, key, () =>
      check(literals.map((literal) => this.#encoding.toLiteral(literal))),
    );
  }

  /**
   * A smallest part of some literals that cannot hold together (QuickXplain, by Junker): none of the part can be
   * left out.
   */
  #coreOf(literals: readonly Lit[], given: readonly Lit[] = [], isNew = false): readonly Lit[] {
    if (isNew && this.#verdictOn(given).kind === "none") return [];
    if (literals.length < 2) return literals;
    const middle = literals.length >> 1;
    const [first, second] = [literals.slice(0, middle), literals.slice(middle)];
    const ofSecond = this.#coreOf(second, [...given, ...first], true);
    const ofFirst = this.#coreOf(first, [...given, ...ofSecond], ofSecond.length > 0);
    return [...ofFirst, ...ofSecond];
  }
}
