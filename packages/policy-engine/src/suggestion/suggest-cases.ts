import {
  checkExpression,
  parseExpression,
  printExpression,
  shortened,
  unguardedAccesses,
  type Dialect,
  type Expression,
  type Span,
} from "@traffic-policy/policy-language";
import { outcomeWord } from "../cases/compare-outcome.ts";
import type { Expectation } from "../cases/expectation.ts";
import { stubsOf, type StubInput } from "../cases/stub-input.ts";
import type { CaseSettings, PolicyCase } from "../cases/policy-case.ts";
import type { CoverageGap, PolicyCoverage } from "../coverage/policy-coverage.ts";
import { ExchangeError, type Exchange } from "../exchange/exchange.ts";
import { logicTree, type LogicTree } from "../expression/logic.ts";
import type { SimulationOptions } from "../options.ts";
import type { Outcome } from "../outcome.ts";
import type { CompiledDirection, CompiledPolicy, CompiledRule } from "../policy/compiled-policy.ts";
import { RateLimits } from "../run/rate-limits.ts";
import { simulateSync } from "../simulate.ts";
import type { OperandTrace, Trace } from "../trace.ts";
import type { Draft } from "./draft.ts";
import { readsClock } from "./reads-clock.ts";
import { solve } from "./solve.ts";
import { usualTime } from "./subject.ts";
import { allOf, waysOf, wishFor, wishForOperand, type Literal, type Wish } from "./wish.ts";

/** A proposal for something that no case has covered. */
export type Suggestion = { readonly gap: CoverageGap } & (
  | {
      /** It covers the gap: that was tried. What it expects is what the policy does now. */
      readonly case: PolicyCase;
    }
  /** Why there is none, as a sentence. */
  | { readonly reason: string }
);

/** How cases are looked for. */
export interface SuggestionOptions extends CaseSettings {
  /** The URL that requests begin with; `https://example.com/` when left out. */
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
  return directions.flatMap(({ direction, rules }) =>
    rules.flatMap(({ reference, expressions }) => {
      const given: Expression[] = [];
      return expressions.flatMap(({ path, text }): CoverageGap[] => {
        const parsed = parseExpression(text);
        if (!parsed.ok) return [];
        const { tree } = parsed;
        const { types } = checkExpression(tree, { dialect, protocol, direction });
        const accesses = unguardedAccesses(tree, types, given, dialect);
        given.push(tree);
        return accesses
          .filter(({ kind, missing }) => kind !== "value" || (missing && !missing.isInferred))
          .map(({ node, span }) => ({
            rule: reference,
            path,
            ...(span && { span }),
            text: printExpression(node),
            never: "failed",
            operand: placeOf(logicTree(tree), span),
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
const tooMany = `Cases are looked for ${mostSearches} parts of one expression only.`;

const mostWays = 60;
const mostObstacles = 20;

class Search {
  readonly #policy: CompiledPolicy;
  readonly #dialect: Dialect;
  readonly #options: SimulationOptions;
  readonly #url: string;

  constructor(policy: CompiledPolicy, { url, options, stubs }: SuggestionOptions) {
    this.#policy = policy;
    this.#dialect = policy.dialect;
    this.#url = url ?? "https://example.com/";
    this.#options = {
      ...options,
      stubs: stubsOf(stubs),
      trace: true,
    };
  }

  /** A case that covers a gap, or why there is none. */
  caseFor(gap: CoverageGap): Found | string {
    const place = this.#placeOf(gap);
    if (place === undefined) return "The rule has an expression that cannot be evaluated.";
    let reason = "";
    for (const wish of place.wishes) {
      const found = this.#lookFor(gap, { ...place, wish });
      if (typeof found !== "string") return found;
      reason ||= found;
    }
    return reason;
  }

  #lookFor(gap: CoverageGap, { wish, rule, hasResponse }: Aim): Found | string {
    // Rules are only asked not to match when they turn out to be in the way.
    const obstacles = new Map<string, Wish>();
    const met: Met = { rules: new Map(), unsolved: new Set() };
    for (let round = 0; round < mostObstacles; round++) {
      met.rules.clear();
      const aim = { wish: allOf([wish, ...obstacles.values()]), rule, hasResponse };
      const found = this.#try(gap, aim, met);
      if (found !== undefined) return found;
      const other = [...met.rules.values()].find(
        ({ path }) => !obstacles.has(path) && path !== rule.path,
      );
      if (other === undefined) break;
      const wishes = [...notMatching(other), ...lettingThrough(other)];
      if (wishes.length === 0) {
        return this.#mayLetThrough(other)
          ? `No request was found that gets past ${nameOf(other)}.`
          : `Processing always ends in ${nameOf(other)}, or fails there.`;
      }
      obstacles.set(other.path, { any: wishes });
    }
    if (met.unsolved.size > 0) return `It is not known what makes ${list([...met.unsolved])}.`;
    const names = [...obstacles.keys()].map((path) => this.#nameAt(path));
    return names.length > 0
      ? `No request was found that gets there; ${list(names)} may be in the way.`
      : "No request was found that does it; perhaps there is none.";
  }

  #try(gap: CoverageGap, { wish, hasResponse }: Aim, met: Met): Found | undefined {
    let ways = 0;
    for (const literals of waysOf(wish)) {
      if (++ways > mostWays) break;
      const { drafts, unsolved } = solve(literals, this.#dialect, this.#url);
      for (const draft of drafts) {
        const found = this.#check(draft, gap, hasResponse, met);
        if (found !== undefined) return found;
      }
      for (const literal of unsolved) met.unsolved.add(textOf(literal));
    }
    return undefined;
  }

  #check(draft: Draft, gap: CoverageGap, hasResponse: boolean, met: Met): Found | undefined {
    const isHttp = this.#policy.protocol === "http";
    const given = draft.toExchange({ request: isHttp, response: isHttp && hasResponse });
    const timed = { time: usualTime, ...given };
    const outcome = this.#simulate(timed);
    if (outcome?.trace === undefined) return undefined;
    const { result, trace, directions, errors, notSimulated } = outcome;
    if (happened(trace, gap) && (result === "failed") === (gap.never === "failed")) {
      // What depends on the clock has to come out the same on any day.
      const exchange = readsClock(trace, this.#dialect) ? timed : given;
      const stubs = Object.fromEntries(notSimulated.map(({ type }) => [type, "next" as const]));
      return { case: caseOf(gap, { exchange, outcome, stubs }), outcome };
    }
    const stop = errors.at(-1)?.path ?? directions.findLast(({ by }) => by !== undefined)?.by?.path;
    const rule = this.#rules().find(({ path }) => stop?.startsWith(`${path}/`) === true);
    if (rule !== undefined) met.rules.set(rule.path, rule);
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
        typeof this.#dialect.actions.get(type)?.endsProcessing === "object",
    );
  }

  #nameAt(path: string): string {
    const rule = this.#rules().find((one) => one.path === path);
    return rule === undefined ? path : nameOf(rule);
  }

  #placeOf(
    gap: CoverageGap,
  ): (Omit<Aim, "wish"> & { readonly wishes: readonly Wish[] }) | undefined {
    const direction = this.#policy.directions.find((one) => holds(one, gap));
    const rule = direction?.rules.find(({ path }) => path === gap.rule.path);
    if (rule === undefined) return undefined;
    const trees = rule.expressions.flatMap(({ text }) => treeOf(text) ?? []);
    if (trees.length < rule.expressions.length) return undefined;
    const index = rule.expressions.findIndex(({ path }) => path === gap.path);
    const tree = trees[index];
    const hasResponse = direction === this.#policy.directions.at(-1);
    if (tree === undefined) {
      // A rule that is reached had better match, too.
      const matching = allOf(trees.map((one) => wishFor(one, true)));
      return {
        wishes: gap.never === "reached" ? [matching, allOf([])] : [matching],
        rule,
        hasResponse,
      };
    }
    const before = trees.slice(0, index).map((one) => wishFor(one, true));
    const value = gap.never === "failed" ? undefined : gap.never !== "false";
    const own = wishForOperand(tree, gap.operand, value);
    return { wishes: [allOf([...before, own])], rule, hasResponse };
  }
}

/** What a request shall do. */
interface Aim {
  readonly wish: Wish;
  /** The rule that it is about. */
  readonly rule: CompiledRule;
  /** Whether the upstream has to answer. */
  readonly hasResponse: boolean;
}

/** What was met on the way to it. */
interface Met {
  /** Rules that have ended processing, or failed, by path. */
  readonly rules: Map<string, CompiledRule>;
  /** Conditions that nothing is known of, with the values that were wanted. */
  readonly unsolved: Set<string>;
}

function holds({ rules }: CompiledDirection, { rule }: CoverageGap): boolean {
  return rules.some(({ path }) => path === rule.path);
}

function treeOf(text: string): LogicTree | undefined {
  const parsed = parseExpression(text);
  return parsed.ok ? logicTree(parsed.tree) : undefined;
}

/**
 * What lets a rule not match: one of its expressions is false. None when it always matches, or fails:
 * what stands behind an expression that cannot be parsed is never come to.
 */
function notMatching({ expressions }: CompiledRule): readonly Wish[] {
  const trees = expressions.map(({ text }) => treeOf(text));
  const broken = trees.indexOf(undefined);
  return trees
    .slice(0, broken < 0 ? trees.length : broken)
    .flatMap((tree) => (tree === undefined ? [] : [wishFor(tree, false)]));
}

/** What lets a rule that matches go on: its lists of addresses allow the client. None when it has no lists. */
function lettingThrough({ actions }: CompiledRule): readonly Wish[] {
  const conditions = actions
    .filter(({ type }) => type === "restrict-ips")
    .flatMap(({ config: { allow, deny } }) => [
      ...(Array.isArray(allow) ? [`inCidrRanges(conn.client_ip, ${JSON.stringify(allow)})`] : []),
      ...(Array.isArray(deny) ? [`!inCidrRanges(conn.client_ip, ${JSON.stringify(deny)})`] : []),
    ]);
  const trees = conditions.flatMap((text) => treeOf(text) ?? []);
  return trees.length === 0 ? [] : [allOf(trees.map((tree) => wishFor(tree, true)))];
}

/** Whether what a gap says never happened has happened. */
function happened({ rules }: Trace, { rule, path, operand: place, never }: CoverageGap): boolean {
  const told = rules.find((one) => one.path === rule.path);
  if (told === undefined) return false;
  if (never === "reached") return told.result !== "skipped";
  if (never === "matched") return told.result === "matched";
  const expression = told.expressions.find((one) => one.path === path);
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

/** A condition with the value that is wanted. */
function textOf({ condition, value }: Literal): string {
  return `${printExpression(condition)} ${value ? "true" : "false"}`;
}

function list(items: readonly string[]): string {
  const [last, ...others] = items.toReversed();
  if (last === undefined || others.length === 0) return last ?? "";
  return `${others.toReversed().join(", ")} and ${last}`;
}
