import { narrow, type Domain } from "./domain.ts";
import type { Comparison, Flag, Formula } from "./formula.ts";
import { anyOutcome, fails, isFalse, isTrue, negated, type Outcomes } from "./outcomes.ts";

/** A formula with what it shall come to. */
export interface Goal {
  readonly formula: Formula;
  readonly outcomes: Outcomes;
}

/** The most goals that one question may take; after so many the answer is "perhaps". */
const mostSteps = 1000;

/**
 * Whether there can be a request for which all of the formulas come to what they shall. `false` is
 * certain; `true` can be wrong.
 */
export function isSatisfiable(goals: readonly Goal[]): boolean {
  return new Search().solve(goals, { flags: new Map(), domains: new Map() }, []);
}

/** How many goals have been looked at since the program began; tests count the work by it. */
export function stepsTaken(): number {
  return steps;
}

let steps = 0;

interface State {
  readonly flags: Map<string, Outcomes>;
  readonly domains: Map<string, Domain>;
}

/** One of these lists of goals has to be reached. */
type Alternatives = readonly (readonly Goal[])[];

class Search {
  #left = mostSteps;

  solve(goals: readonly Goal[], state: State, open: readonly Alternatives[]): boolean {
    const waiting = [...open];
    const stack = [...goals];
    for (let goal = stack.pop(); goal !== undefined; goal = stack.pop()) {
      steps += 1;
      if (this.#left-- <= 0) return true;
      const { formula, outcomes } = goal;
      if (outcomes === anyOutcome) continue;
      switch (formula.kind) {
        case "unknown":
          break;
        case "constant":
          if ((outcomes & (formula.value ? isTrue : isFalse)) === 0) return false;
          break;
        case "not":
          stack.push({ formula: formula.of, outcomes: negated(outcomes) });
          break;
        case "all":
        case "any": {
          const { goals: needed, alternatives } = expand(formula.kind, formula.parts, outcomes);
          stack.push(...needed);
          if (alternatives !== undefined) waiting.push(alternatives);
          break;
        }
        case "choice":
          waiting.push(branches(formula, outcomes));
          break;
        case "flag":
          if (!setFlag(state, formula, outcomes)) return false;
          break;
        case "comparison":
          if (!setComparison(state, formula, outcomes)) return false;
          break;
      }
    }
    const alternatives = waiting.pop();
    if (alternatives === undefined) return true;
    return alternatives.some((alternative) => this.solve(alternative, copyOf(state), waiting));
  }
}

function copyOf({ flags, domains }: State): State {
  return { flags: new Map(flags), domains: new Map(domains) };
}

/** What the parts of `&&` or `||` have to come to for the whole to come to one of these. */
function expand(
  kind: "all" | "any",
  parts: readonly Formula[],
  outcomes: Outcomes,
): { goals: readonly Goal[]; alternatives?: Alternatives } {
  // `&&` is what all of its parts are, or what one of them is; `||` is that the other way round.
  const [common, single] = kind === "all" ? [isTrue, isFalse] : [isFalse, isTrue];
  const every = (part: Outcomes): Goal[] => parts.map((formula) => ({ formula, outcomes: part }));
  const one = (part: Outcomes): Alternatives =>
    parts.map((formula) => [{ formula, outcomes: part }]);
  switch (outcomes) {
    case common:
      return { goals: every(common) };
    case common | fails:
      return { goals: every(common | fails) };
    case fails:
      return { goals: every(common | fails), alternatives: one(fails) };
    case single:
    case single | fails:
      return { goals: [], alternatives: one(outcomes) };
    case common | single:
      return { goals: [], alternatives: [...one(single), every(common)] };
    default:
      return { goals: [], alternatives: [] };
  }
}

function branches(
  { condition, whenTrue, whenFalse }: Formula & { kind: "choice" },
  outcomes: Outcomes,
): Alternatives {
  const chosen = (outcome: Outcomes, formula: Formula): Goal[] => [
    { formula: condition, outcomes: outcome },
    { formula, outcomes },
  ];
  const failing = outcomes & fails ? [[{ formula: condition, outcomes: fails }]] : [];
  return [chosen(isTrue, whenTrue), chosen(isFalse, whenFalse), ...failing];
}

function setFlag(state: State, { key, possible, needs }: Flag, outcomes: Outcomes): boolean {
  const left = (state.flags.get(key) ?? possible) & possible & outcomes;
  state.flags.set(key, left);
  return left !== 0 && (Boolean(left & fails) || setNeeded(state, needs));
}

/** What a value needs is there. */
function setNeeded(state: State, needs: readonly string[]): boolean {
  return needs.every((key) => {
    const left = (state.flags.get(key) ?? anyOutcome) & isTrue;
    state.flags.set(key, left);
    return left !== 0;
  });
}

function setComparison(state: State, comparison: Comparison, outcomes: Outcomes): boolean {
  const { term, test, failsWithTerm } = comparison;
  const mayFail = Boolean(outcomes & fails);
  if (mayFail && !failsWithTerm) return true;
  const domain = state.domains.get(term.key) ?? term.domain;
  const asked = outcomes & (isTrue | isFalse);
  const values =
    domain.values === undefined || asked === 0
      ? undefined
      : asked === (isTrue | isFalse)
        ? domain.values
        : narrow(domain.values, test, asked === isTrue);
  const left = { mayFail: domain.mayFail && mayFail, values };
  state.domains.set(term.key, left);
  if (!left.mayFail && values === undefined) return false;
  return left.mayFail || setNeeded(state, term.needs);
}
