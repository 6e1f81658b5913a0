import {
  printExpression,
  shortened,
  variablesOf,
  type Dialect,
  type Expression,
  type Span,
} from "@traffic-policy/policy-language";
import {
  ExchangeError,
  outcomeWord,
  RateLimits,
  simulateSync,
  stubsOf,
  type CaseSettings,
  type CompiledPolicy,
  type CompiledRule,
  type CoverageGap,
  type Exchange,
  type Expectation,
  type LogicTree,
  type OperandTrace,
  type Outcome,
  type PolicyCase,
  type PolicyCoverage,
  type SimulationOptions,
  type StubInput,
  type Trace,
} from "@traffic-policy/policy-engine";
import {
  fails,
  findModel,
  isFalse,
  isTrue,
  LogicSession,
  solve,
  subjectsOf,
  unguardedAccesses,
  type Formula,
  type Goal,
  type Model,
} from "@traffic-policy/policy-logic";
import { type Draft, usualTime } from "../witness/place.ts";
import { draftsFor } from "../witness/term.ts";
import {
  matching,
  operandGoals,
  passing,
  readingsOf,
  type Reading,
  type ReadingContext,
} from "./goals.ts";

/** A proposal for something that no case has covered. */
export type Suggestion = { readonly gap: CoverageGap } & (
  | {
      /** It covers the gap: that was tried. What it expects is what the policy does now. */
      readonly case: PolicyCase;
    }
  /** Why there is none, as a sentence. */
  | { readonly reason: string }
);

/** How cases are searched for. */
export interface SuggestionOptions extends CaseSettings {
  /** The URL that requests begin with; `https://example.com/` by default. */
  readonly url?: string;
}

/**
 * Proposes cases for what is not covered, each tried by simulation. Conditions are solved that compare
 * one thing with literals: equality, membership, beginnings, ends, parts and patterns of texts, ranges
 * of numbers, times and addresses, parts of times in UTC, and whether a header, parameter or cookie is
 * there. An exchange for which a condition looks at the clock has a `time`. Beside what is not covered, cases are
 * proposed in which an expression asks for what is not there, and the request fails.
 */
export function suggestCases(
  policy: CompiledPolicy,
  coverage: PolicyCoverage,
  options: SuggestionOptions = {},
): Suggestion[] {
  const search = new Search(policy, options);
  const reached = coverage.copy(policy);
  const tried = new Set<string>();
  const suggestions: Suggestion[] = [];
  const searches = new Map<string, number>();
  // What one case reaches may uncover more gaps.
  for (;;) {
    const gap = reached.gaps().find((one) => !tried.has(keyOf(one)));
    if (gap === undefined) break;
    tried.add(keyOf(gap));
    const count = (searches.get(gap.path) ?? 0) + 1;
    searches.set(gap.path, count);
    const found = count > mostSearches ? tooMany : search.caseFor(gap);
    if (typeof found === "string") suggestions.push({ gap, reason: found });
    else {
      if (found.outcome.trace !== undefined) reached.add(found.outcome.trace);
      suggestions.push({ gap, case: found.case });
    }
  }
  for (const gap of failureGaps(policy)) {
    if (reached.hasFailed(gap.path)) continue;
    const found = search.caseFor(gap);
    if (typeof found === "string") continue;
    if (found.outcome.trace !== undefined) reached.add(found.outcome.trace);
    suggestions.push({ gap, case: found.case });
  }
  // A case for another gap may have covered one that none was found for.
  const left = new Set(reached.gaps().map(keyOf));
  return suggestions.filter((one) => "case" in one || left.has(keyOf(one.gap)));
}

/** What expressions ask for that some exchanges do not have, so that they fail. */
function failureGaps({ directions, dialect, protocol }: CompiledPolicy): CoverageGap[] {
  const session = new LogicSession();
  return directions.flatMap(({ direction, rules }) =>
    rules.flatMap(({ reference, expressions }) => {
      const readings = readingsOf(expressions, { dialect, protocol, direction }, session);
      return readings.flatMap(({ tree, condition }, index): CoverageGap[] => {
        const given = readings.slice(0, index).map((one) => one.condition);
        return unguardedAccesses(condition, given)
          .filter(({ kind, missing }) => kind !== "value" || (missing && !missing.isInferred))
          .map(({ node, span }) => ({
            rule: reference,
            path: expressions[index]?.path ?? reference.path,
            ...(span && { span }),
            text: printExpression(node),
            never: "failed",
            operand: placeOf(tree, span),
          }));
      });
    }),
  );
}

/** Which operand a part of an expression belongs to: indices from the outermost. */
function placeOf(tree: LogicTree, part: Span | undefined): number[] {
  if (tree.kind === "condition" || part === undefined) return [];
  const index = tree.operands.findIndex(
    ({ span }) => span !== undefined && span.start <= part.start && part.end <= span.end,
  );
  const operand = tree.operands[index];
  return operand === undefined ? [] : [index, ...placeOf(operand, part)];
}

function keyOf({ path, operand, never }: CoverageGap): string {
  return `${path} ${operand.join(".")} ${never}`;
}

interface Found {
  readonly case: PolicyCase;
  readonly outcome: Outcome;
}

// A chain of a thousand operands has as many gaps, and each search goes through all of them.
const mostSearches = 50;
const tooMany = `Cases are suggested for at most ${mostSearches} parts of one expression.`;

const mostModels = 60;
const mostDrafts = 24;
const mostObstacles = 20;
const budget = { steps: 20_000 };

class Search {
  readonly #policy: CompiledPolicy;
  readonly #options: SimulationOptions;
  readonly #url: string;
  readonly #session = new LogicSession({ isForExamples: true });
  readonly #readings = new Map<CompiledRule, readonly Reading[]>();

  constructor(policy: CompiledPolicy, { url, options, stubs }: SuggestionOptions) {
    this.#policy = policy;
    this.#url = url ?? "https://example.com/";
    this.#options = { ...options, stubs: stubsOf(stubs), trace: true };
  }

  caseFor(gap: CoverageGap): Found | string {
    const rule = this.#rules().find(({ path }) => path === gap.rule.path);
    const readings = rule ? this.#readingsOf(rule) : [];
    if (rule === undefined || readings.length < rule.expressions.length) {
      return "The rule has an expression that cannot be evaluated.";
    }
    const found = this.#lookFor(gap, rule, goalsOf(gap, rule, readings));
    // A rule that is reached had better match, too.
    if (typeof found !== "string" || gap.never !== "reached") return found;
    const reached = this.#lookFor(gap, rule, []);
    return typeof reached === "string" ? found : reached;
  }

  #lookFor(gap: CoverageGap, rule: CompiledRule, own: readonly Goal[]): Found | string {
    // Rules are only asked not to match when they turn out to be in the way.
    const obstacles = new Map<CompiledRule, Goal>();
    const met: Met = { rules: new Set(), unknown: new Set() };
    let goals = own;
    for (let round = 0; round < mostObstacles; round++) {
      met.rules.clear();
      goals = [...own, ...obstacles.values()];
      const found = this.#try(gap, goals, met);
      if (found !== undefined) return found;
      const other = [...met.rules].find((one) => !obstacles.has(one) && one !== rule);
      if (other === undefined) break;
      const formula = this.#passing(other);
      if (formula.kind === "constant") {
        return this.#mayLetThrough(other)
          ? `No request was found that gets past ${nameOf(other)}.`
          : `Processing always ends in ${nameOf(other)}, or fails there.`;
      }
      obstacles.set(other, { formula, outcomes: isTrue });
    }
    const unknown = this.#unknownConditions([rule, ...obstacles.keys()], goals, met.unknown);
    if (unknown.length > 0) return `It is unknown what makes ${list(unknown)}.`;
    const names = [...obstacles.keys()].map(nameOf);
    return names.length > 0
      ? `No request was found that gets there; ${list(names)} may be in the way.`
      : "No such request was found; perhaps there is none.";
  }

  /** Conditions about something that no exchange is known for, with the values that are wanted. */
  #unknownConditions(
    rules: readonly CompiledRule[],
    goals: readonly Goal[],
    unknown: ReadonlySet<string>,
  ): string[] {
    const conditions = rules.flatMap((rule) =>
      this.#readingsOf(rule).flatMap(({ tree, condition }) =>
        conditionsIn(tree).map((node) => ({ node, formula: condition.formulaOf(node) })),
      ),
    );
    const texts = conditions
      .filter(({ formula }) => [...subjectsOf(formula)].some((key) => unknown.has(key)))
      .map(({ node, formula }) => {
        const isNever = solve([...goals, { formula, outcomes: isTrue }]).kind === "none";
        return `${printExpression(node)} ${isNever ? "false" : "true"}`;
      });
    return [...new Set(texts)];
  }

  #try(gap: CoverageGap, goals: readonly Goal[], met: Met): Found | undefined {
    const tried = new Set<string>();
    let models = 0;
    const found = findModel<Found | "enough">(goals, budget, (model) => {
      if (++models > mostModels) return "enough";
      return this.#tryModel(gap, model, met, tried);
    });
    return found === "enough" ? undefined : found;
  }

  #tryModel(gap: CoverageGap, model: Model, met: Met, tried: Set<string>): Found | undefined {
    const { drafts, unknown } = draftsFor(model, this.#policy.dialect, this.#url);
    for (const { key } of unknown) met.unknown.add(key);
    let count = 0;
    for (const draft of drafts) {
      if (++count > mostDrafts) break;
      const found = this.#check(draft, gap, met, tried);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #check(draft: Draft, gap: CoverageGap, met: Met, tried: Set<string>): Found | undefined {
    const { protocol, directions: all, dialect } = this.#policy;
    const isHttp = protocol === "http";
    const hasResponse = gap.rule.direction === all.at(-1)?.direction;
    const given = draft.toExchange({ request: isHttp, response: isHttp && hasResponse });
    const text = JSON.stringify(given);
    if (tried.has(text)) return undefined;
    tried.add(text);
    const timed = { time: usualTime, ...given };
    const outcome = this.#simulate(timed);
    if (outcome?.trace === undefined) return undefined;
    const { result, trace, directions, errors, notSimulated } = outcome;
    if (happened(trace, gap) && (result === "failed") === (gap.never === "failed")) {
      // What depends on the clock has to come out the same on any day.
      const exchange = readsClock(trace, dialect) ? timed : given;
      const stubs = Object.fromEntries(notSimulated.map(({ type }) => [type, "next" as const]));
      return { case: caseOf(gap, { exchange, outcome, stubs }), outcome };
    }
    const stop = errors.at(-1)?.path ?? directions.findLast(({ by }) => by !== undefined)?.by?.path;
    const rule = this.#rules().find(({ path }) => stop?.startsWith(`${path}/`) === true);
    if (rule !== undefined) met.rules.add(rule);
    return undefined;
  }

  #simulate(exchange: Exchange): Outcome | undefined {
    try {
      return simulateSync(this.#policy, exchange, {
        ...this.#options,
        rateLimits: new RateLimits(),
      });
    } catch (error) {
      if (error instanceof ExchangeError) return undefined;
      throw error;
    }
  }

  #rules(): CompiledRule[] {
    return this.#policy.directions.flatMap(({ rules }) => rules);
  }

  /** Whether a rule that has ended processing might not for another exchange. */
  #mayLetThrough({ actions }: CompiledRule): boolean {
    return actions.some(
      ({ type, run, problem }) =>
        run !== undefined &&
        problem === undefined &&
        typeof this.#policy.dialect.actions.get(type)?.endsProcessing === "object",
    );
  }

  #passing(rule: CompiledRule): Formula {
    return passing(rule, this.#readingsOf(rule), this.#contextOf(rule), this.#session);
  }

  #readingsOf(rule: CompiledRule): readonly Reading[] {
    let readings = this.#readings.get(rule);
    if (readings === undefined) {
      readings = readingsOf(rule.expressions, this.#contextOf(rule), this.#session);
      this.#readings.set(rule, readings);
    }
    return readings;
  }

  #contextOf({ reference: { direction } }: CompiledRule): ReadingContext {
    const { dialect, protocol } = this.#policy;
    return { dialect, protocol, direction };
  }
}

interface Met {
  /** Rules that have ended processing, or failed. */
  readonly rules: Set<CompiledRule>;
  /** The keys of subjects that no place of an exchange is known for. */
  readonly unknown: Set<string>;
}

/** What must hold for something to happen that never did. */
function goalsOf(
  { path, operand, never }: CoverageGap,
  { expressions }: CompiledRule,
  readings: readonly Reading[],
): Goal[] {
  const index = expressions.findIndex((one) => one.path === path);
  const reading = readings[index];
  if (reading === undefined) return [{ formula: matching(readings), outcomes: isTrue }];
  const { tree, condition } = reading;
  const outcomes = { failed: fails, evaluated: isTrue | isFalse, true: isTrue, false: isFalse };
  return [
    { formula: matching(readings.slice(0, index)), outcomes: isTrue },
    ...operandGoals(condition, tree, operand, outcomes[never as keyof typeof outcomes]),
    { formula: condition.formula, outcomes: never === "failed" ? fails : isTrue | isFalse },
  ];
}

function conditionsIn(tree: LogicTree): Expression[] {
  return tree.kind === "condition" ? [tree.node] : tree.operands.flatMap(conditionsIn);
}

/** Whether a condition was evaluated that looks at the time, or at something that happens in time. */
function readsClock({ rules }: Trace, dialect: Dialect): boolean {
  const moments = new Set(
    variablesOf(dialect)
      .filter(({ type, varies }) => varies === true || type === "timestamp")
      .map(({ name }) => name),
  );
  const reads = ({ variables = [], operands = [] }: OperandTrace): boolean =>
    variables.some(({ name }) => moments.has(name)) || operands.some(reads);
  return rules.some(({ expressions }) =>
    expressions.some(({ operand }) => operand !== undefined && reads(operand)),
  );
}

/** Whether what a gap says never happened has happened. */
function happened({ rules }: Trace, { rule, path, operand: place, never }: CoverageGap): boolean {
  const traced = rules.find((one) => one.path === rule.path);
  if (traced === undefined) return false;
  if (never === "reached") return traced.result !== "skipped";
  if (never === "matched") return traced.result === "matched";
  const expression = traced.expressions.find((one) => one.path === path);
  if (expression === undefined) return false;
  if (never === "failed") return expression.state === "error";
  let at: OperandTrace | undefined = expression.operand;
  for (const index of place) at = at?.operands?.[index];
  if (at === undefined || at.state !== "value") return false;
  if (never === "evaluated") return true;
  return at.value === (never === "true") && (place.length === 0 || at.decided === true);
}

function caseOf(
  gap: CoverageGap,
  {
    exchange,
    outcome,
    stubs,
  }: {
    readonly exchange: Exchange;
    readonly outcome: Outcome;
    /** What is said of actions that are not simulated: that they let the request go on. */
    readonly stubs: Readonly<Record<string, StubInput>>;
  },
): PolicyCase {
  const { rule } = gap;
  const given = { ...exchange, ...(Object.keys(stubs).length > 0 && { stubs }) };
  const word = outcomeWord(outcome);
  const isMatched = outcome.matched.some(({ path }) => path === rule.path);
  const called = [rule.name ?? rule.path];
  if (gap.never === "failed") {
    return { name: nameFor(gap, isMatched), ...given, expect: { outcome: word } };
  }
  const expect: Expectation = {
    outcome: word,
    ...(outcome.response !== undefined &&
      word !== "forwarded" && { status: outcome.response.status }),
    ...(isMatched ? { matched: called } : { notMatched: called }),
  };
  return { name: nameFor(gap, isMatched), ...given, expect };
}

function nameFor({ rule, text, never }: CoverageGap, isMatched: boolean): string {
  const name = rule.name ?? rule.path;
  if (never === "reached" || never === "matched") {
    return `${name}: ${isMatched ? "it matches" : "it does not match"}`;
  }
  const short = text && shortened(text, 80);
  if (never === "failed") return `${name}: ${short} is missing, and the request fails`;
  return never === "evaluated" ? `${name}: ${short} counts` : `${name}: ${short} is ${never}`;
}

function nameOf({ name, path }: CompiledRule): string {
  return name === undefined ? `the rule ${path}` : `the rule ${JSON.stringify(name)}`;
}

function list(items: readonly string[]): string {
  const [last, ...others] = items.toReversed();
  if (last === undefined || others.length === 0) return last ?? "";
  return `${others.toReversed().join(", ")} and ${last}`;
}
