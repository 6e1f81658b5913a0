import { keyOf } from "./constant.ts";
import { relationKey, type Atom, type Formula, type Relation, type Subject } from "./formula.ts";
import { isPossibleFor, isSame, narrow, valuesOfType, type Values } from "./values/values.ts";

/** What an expression that decides can come to, as a set of bits: true, false, or an error. */
export type Outcomes = number;

export const isTrue: Outcomes = 1;
export const isFalse: Outcomes = 2;
export const fails: Outcomes = 4;
export const notTrue: Outcomes = isFalse | fails;
export const notFalse: Outcomes = isTrue | fails;
const anyOutcome: Outcomes = isTrue | isFalse | fails;

/** What the operand of `!` comes to when the whole comes to one of these. */
export function negated(outcomes: Outcomes): Outcomes {
  const swapped = (outcomes & isTrue ? isFalse : 0) | (outcomes & isFalse ? isTrue : 0);
  return swapped | (outcomes & fails);
}

/** A formula with what it should come to. */
export interface Goal {
  readonly formula: Formula;
  readonly outcomes: Outcomes;
}

/** For each subject that the goals are about, the values with which they are reached. */
export type Model = ReadonlyMap<Subject, Values>;

/** Whether goals can be reached together. */
export type Answer =
  | { readonly kind: "model"; readonly model: Model }
  /** There is no exchange in which they are. */
  | { readonly kind: "none" }
  | {
      readonly kind: "unknown";
      /** What was too much: the search as a whole, or the values of a subject. */
      readonly reason: "budget" | Subject;
    };

/** How much a search may cost. */
export interface Budget {
  /** How many goals it may look at. */
  readonly steps: number;
}

const usualBudget: Budget = { steps: 1000 };

/** Finds values with which all goals are reached. */
export function solve(goals: readonly Goal[], budget: Budget = usualBudget): Answer {
  let unknown: Answer | undefined;
  const search = new Search<Answer>(budget, (model) => {
    const unsure = [...model].find(([, { text }]) => text?.witness === "unknown");
    if (unsure === undefined) return { kind: "model", model };
    unknown ??= { kind: "unknown", reason: unsure[0] };
    return undefined;
  });
  const found = search.run(goals);
  if (found !== undefined) return found;
  if (search.isExhausted) return { kind: "unknown", reason: "budget" };
  return unknown ?? { kind: "none" };
}

/** Whether goals can perhaps be reached together: `false` is certain. */
export function isPossible(goals: readonly Goal[], budget: Budget = usualBudget): boolean {
  if (areTrivial(goals)) return true;
  const search = new Search<true>(budget, () => true);
  return search.run(goals) === true || search.isExhausted;
}

/**
 * Looks at models of goals, as many as the budget allows, until something is made of one; some may be
 * none after all.
 */
export function findModel<Result>(
  goals: readonly Goal[],
  budget: Budget,
  take: (model: Model) => Result | undefined,
): Result | undefined {
  return new Search(budget, take).run(goals);
}

/** How many goals have been looked at since the program began; tests count the work by it. */
export function stepsTaken(): number {
  return taken;
}

let taken = 0;

/** Goals of which all must be reached; of several such lists one must be. */
type Alternatives = readonly (readonly Goal[])[];

type State = Map<string, { readonly subject: Subject; readonly values: Values }>;

/**
 * Looks for values case by case. What must be true is taken for granted first; of the choices that are
 * left, the one with the fewest ways is tried first.
 */
class Search<Result> {
  #left: number;
  readonly #take: (model: Model) => Result | undefined;

  /** @param take - is given each model and says what the result is, or nothing to go on */
  constructor({ steps }: Budget, take: (model: Model) => Result | undefined) {
    this.#left = steps;
    this.#take = take;
  }

  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  run(goals: readonly Goal[]): Result | undefined {
    return this.#solve(goals, new Map(), []);
  }

  #solve(goals: readonly Goal[], state: State, open: readonly Alternatives[]): Result | undefined {
    let waiting = [...open];
    const stack = goals.toReversed();
    for (;;) {
      for (let goal = stack.pop(); goal !== undefined; goal = stack.pop()) {
        taken += 1;
        if (this.#left-- <= 0 || !reach(goal, state, stack, waiting)) return undefined;
      }
      const left: Alternatives[] = [];
      for (const alternatives of waiting) {
        const possible = alternatives.filter((some) => some.every((one) => mayHold(one, state)));
        const [only, ...others] = possible;
        if (only === undefined) return undefined;
        if (possible.some((some) => some.every((one) => holdsAnyway(one, state)))) continue;
        if (others.length === 0) stack.push(...only);
        else left.push(possible);
      }
      waiting = left;
      if (stack.length === 0) break;
    }
    if (waiting.length === 0) {
      return this.#take(
        new Map([...state.values()].map(({ subject, values }) => [subject, values])),
      );
    }
    const next = waiting.reduce((one, other) => (other.length < one.length ? other : one));
    const rest = waiting.filter((one) => one !== next);
    for (const alternative of next) {
      const found = this.#solve(alternative, new Map(state), rest);
      if (found !== undefined || this.#left <= 0) return found;
    }
    return undefined;
  }
}

/** Takes note of what a goal needs. False when it cannot be reached. */
function reach(
  { formula, outcomes }: Goal,
  state: State,
  stack: Goal[],
  waiting: Alternatives[],
): boolean {
  if ((outcomes & anyOutcome) === anyOutcome) return true;
  switch (formula.kind) {
    case "constant":
      return (outcomes & (formula.value ? isTrue : isFalse)) !== 0;
    case "relation":
      return reach({ formula: opaqueAtom(formula), outcomes }, state, stack, waiting);
    case "atom": {
      const asked = outcomes & (isTrue | isFalse);
      if (asked === 0) return false;
      return asked === (isTrue | isFalse) || ask(state, formula, asked === isTrue);
    }
    case "not":
      stack.push({ formula: formula.of, outcomes: negated(outcomes) });
      return true;
    case "requires": {
      const { needs, of } = formula;
      const met: Goal[] = [{ formula: of, outcomes }];
      for (const need of needs) met.push({ formula: need, outcomes: isTrue });
      if ((outcomes & fails) === 0) stack.push(...met.toReversed());
      else {
        const unmet = needs.map((need) => [{ formula: need, outcomes: notTrue }]);
        waiting.push(outcomes === fails && isTotal(of) ? unmet : [met, ...unmet]);
      }
      return true;
    }
    case "choice": {
      const { condition, whenTrue, whenFalse } = formula;
      const chosen = (outcome: Outcomes, branch: Formula): Goal[] => [
        { formula: condition, outcomes: outcome },
        { formula: branch, outcomes },
      ];
      const failing = outcomes & fails ? [[{ formula: condition, outcomes: fails }]] : [];
      waiting.push([chosen(isTrue, whenTrue), chosen(isFalse, whenFalse), ...failing]);
      return true;
    }
    case "all":
      expand(formula.parts, outcomes, [isTrue, isFalse], stack, waiting);
      return true;
    case "any":
      expand(formula.parts, outcomes, [isFalse, isTrue], stack, waiting);
      return true;
  }
}

/**
 * What the parts of `&&` or `||` have to come to for the whole to come to one of some outcomes.
 *
 * @param common - the outcome that the whole has when all parts do; `single`, when one of them does
 */
function expand(
  parts: readonly Formula[],
  outcomes: Outcomes,
  [common, single]: readonly [common: Outcomes, single: Outcomes],
  stack: Goal[],
  waiting: Alternatives[],
): void {
  const every = (part: Outcomes): Goal[] => parts.map((formula) => ({ formula, outcomes: part }));
  const one = (part: Outcomes): Alternatives => every(part).map((goal) => [goal]);
  switch (outcomes) {
    case common:
    case common | fails:
      stack.push(...every(outcomes).toReversed());
      break;
    case fails:
      stack.push(...every(common | fails).toReversed());
      waiting.push(one(fails));
      break;
    case single:
    case single | fails:
      waiting.push(one(outcomes));
      break;
    case common | single:
      waiting.push([...one(single), every(common)]);
      break;
  }
}

function isTotal(formula: Formula): boolean {
  return ["atom", "relation", "constant"].includes(formula.kind);
}

/** A relation as something that is true or false at will. */
function opaqueAtom(relation: Relation): Atom {
  const { operator, left, right } = relation;
  const subject: Subject = {
    key: relationKey(relation),
    values: valuesOfType({ kind: "bool" }),
    node: { kind: "binary", operator, left: left.subject.node, right: right.subject.node },
  };
  const constant = { kind: "bool", value: true } as const;
  const constants = new Map([[keyOf(constant), constant]]);
  return { kind: "atom", subject, test: { kind: "one-of", constants } };
}

function ask(state: State, { subject, test }: Atom, holds: boolean): boolean {
  const before = state.get(subject.key)?.values ?? subject.values;
  const values = narrow(before, test, holds);
  if (values === undefined) return false;
  if (!subject.varies) state.set(subject.key, { subject, values });
  return true;
}

/**
 * Whether goals are reached when each subject is asked one thing at most, which it can come to. Mostly they
 * are, and no search is needed.
 */
function areTrivial(goals: readonly Goal[]): boolean {
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
      return yields(opaqueAtom(formula), outcome, asked);
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

/** Whether a goal is not out of the question at once. */
function mayHold({ formula, outcomes }: Goal, state: State): boolean {
  if (outcomes === 0) return false;
  const may = (part: Formula, some: Outcomes): boolean =>
    mayHold({ formula: part, outcomes: some }, state);
  switch (formula.kind) {
    case "constant":
      return (outcomes & (formula.value ? isTrue : isFalse)) !== 0;
    case "not":
      return may(formula.of, negated(outcomes));
    case "relation":
      return may(opaqueAtom(formula), outcomes);
    case "atom": {
      const asked = outcomes & (isTrue | isFalse);
      if (asked === 0 || asked === (isTrue | isFalse)) return asked !== 0;
      const before = state.get(formula.subject.key)?.values;
      return before === undefined || narrow(before, formula.test, asked === isTrue) !== undefined;
    }
    case "requires": {
      const { needs, of } = formula;
      if ((outcomes & fails) !== 0 && needs.some((need) => may(need, notTrue))) return true;
      return may(of, outcomes) && needs.every((need) => may(need, isTrue));
    }
    case "all":
    case "any": {
      const { kind, parts } = formula;
      const [common, single] = kind === "all" ? [isTrue, isFalse] : [isFalse, isTrue];
      return (
        parts.some((part) => may(part, outcomes & (single | fails))) ||
        parts.every((part) => may(part, outcomes & common))
      );
    }
    case "choice":
      return true;
  }
}

/** Whether a goal is reached with all values that are left, where that is seen quickly. */
function holdsAnyway({ formula, outcomes }: Goal, state: State): boolean {
  return !mayHold({ formula, outcomes: anyOutcome & ~outcomes }, state);
}
