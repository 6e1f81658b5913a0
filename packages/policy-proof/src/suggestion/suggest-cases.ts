import { interpolations, printExpression } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import {
  gapKey,
  type CompiledPolicy,
  type CoverageGap,
  type Expectation,
  type Outcome,
  type PolicyCase,
  type PolicyCoverage,
  type StubInput,
} from "@traffic-policy/policy-engine";
import { outcomeWord } from "@traffic-policy/policy-engine/internal";
import { type Condition, type UnguardedAccess } from "@traffic-policy/policy-logic";
import { FailureSearch } from "../fails.ts";
import { Inquiry, type ProofOptions } from "../inquiry.ts";
import { textsIn } from "../policy/config.ts";
import { placeOf, ReachSearch, reasonOf, type Reached, type Tried } from "../reach.ts";
import type { Example } from "../witness/example.ts";
import { Replay, type TracedOutcome } from "../witness/replay.ts";

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
export type SuggestionOptions = ProofOptions;

/**
 * Proposes cases for what is not covered, each tried by simulation. Conditions are solved that compare
 * one thing with literals: equality, membership, beginnings, ends, parts and patterns of texts, ranges
 * of numbers, times and addresses, parts of times in UTC, and whether a header, parameter or cookie is
 * there. An exchange for which a condition looks at the clock has a `time`. Beside what is not covered, cases are
 * proposed in which an expression, or a text of an action, asks for what is not there, and the request fails.
 */
export function suggestCases(
  policy: CompiledPolicy,
  coverage: PolicyCoverage,
  options: SuggestionOptions = {},
): Suggestion[] {
  const inquiry = new Inquiry([policy], options);
  const replay = new Replay(policy, options);
  const search = new ReachSearch(inquiry, replay);
  const reached = coverage.copy(policy);
  const tried = new Set<string>();
  const suggestions: Suggestion[] = [];
  const searches = new Map<string, number>();
  // What one case reaches may uncover more gaps.
  for (;;) {
    const gap = reached.gaps().find((one) => !tried.has(gapKey(one)));
    if (gap === undefined) break;
    tried.add(gapKey(gap));
    const count = (searches.get(gap.path) ?? 0) + 1;
    searches.set(gap.path, count);
    const found = count > mostSearches ? tooMany : caseFor(gap, search);
    if (typeof found === "string") suggestions.push({ gap, reason: found });
    else {
      reached.add(found.outcome.trace);
      suggestions.push({ gap, case: found.case });
    }
  }
  for (const gap of failureGaps(inquiry)) {
    if (reached.hasFailed(gap.path)) continue;
    const found = caseFor(gap, search);
    if (typeof found === "string") continue;
    reached.add(found.outcome.trace);
    suggestions.push({ gap, case: found.case });
  }
  const failures = new FailureSearch(inquiry, replay, options);
  for (const gaps of textGaps(inquiry)) {
    const [first] = gaps;
    if (first === undefined || reached.hasFailed(first.action)) continue;
    // One is enough: the action fails as a whole.
    for (const { gap } of gaps) {
      const found = failures.at(gap);
      if (found === undefined) continue;
      reached.add(found.outcome.trace);
      suggestions.push({ gap, case: caseOfTried(gap, found) });
      break;
    }
  }
  // A case for another gap may have covered one that none was found for.
  const left = new Set(reached.gaps().map(gapKey));
  return suggestions.filter((one) => "case" in one || left.has(gapKey(one.gap)));
}

function failureGaps(inquiry: Inquiry): CoverageGap[] {
  return inquiry.symbolic.flatMap(({ rules }) =>
    rules.flatMap(({ rule: { reference }, readings }) => {
      const given: Condition[] = [];
      return readings.flatMap(({ path, tree, condition }): CoverageGap[] => {
        if (condition === undefined || tree === undefined) return [];
        const found = inquiry.unguardedAccesses(condition, given);
        given.push(condition);
        return found.filter(isDocumented).map(({ node, span }) => ({
          rule: reference,
          path,
          ...(span && { span }),
          text: printExpression(node),
          never: "failed",
          operand: placeOf(tree, span),
        }));
      });
    }),
  );
}

function isDocumented({ kind, missing }: UnguardedAccess): boolean {
  return kind !== "value" || (missing !== undefined && missing.isInferred !== true);
}

function textGaps(inquiry: Inquiry): { readonly action: string; readonly gap: CoverageGap }[][] {
  return inquiry.symbolic.flatMap((symbolic) =>
    symbolic.rules.flatMap(({ rule, readings }) => {
      const given = readings.flatMap(({ condition }) => condition ?? []);
      return rule.actions.map(({ path: action, config }) =>
        textsIn(config, `${action}/config`).flatMap(([path, text]) =>
          interpolations(text).parts.flatMap((part) => {
            if (part.kind !== "interpolation") return [];
            const condition = symbolic.condition(part.expression, rule.reference.direction);
            if (condition === undefined) return [];
            const { start: offset } = part.expressionSpan;
            return inquiry
              .unguardedAccesses(condition, given)

              .filter(isDocumented)
              .flatMap(({ node, span }) => {
                if (span === undefined) return [];
                const [start, end] = [offset + span.start, offset + span.end];
                const gap: CoverageGap = {
                  rule: rule.reference,
                  path,
                  span: { start, end },
                  text: printExpression(node),
                  never: "failed",
                  operand: [],
                };
                return [{ action, gap }];
              });
          }),
        ),
      );
    }),
  );
}

// A chain of a thousand operands has as many gaps, and each search goes through all of them.
const mostSearches = 50;
const tooMany = `Cases are suggested for at most ${mostSearches} parts of one expression.`;

interface Found {
  readonly case: PolicyCase;
  readonly outcome: TracedOutcome;
}

function caseFor(gap: CoverageGap, search: ReachSearch): Found | string {
  const isTaken = ({ outcome }: Tried): boolean =>
    (outcome.result === "failed") === (gap.never === "failed");
  const find = (one: CoverageGap): Reached<TracedOutcome> => search.find(one, isTaken);
  // A rule that is reached had better match, too.
  const matching = gap.never === "reached" ? find({ ...gap, never: "matched" }) : undefined;
  const found = matching?.kind === "reached" ? matching : find(gap);
  if (found.kind !== "reached") return reasonOf(found);
  return { case: caseOfTried(gap, found), outcome: found.outcome };
}

function caseOfTried(gap: CoverageGap, { exchange, outcome }: Tried): PolicyCase {
  const stubs = Object.fromEntries(outcome.notSimulated.map(({ type }) => [type, "next" as const]));
  return caseOf(gap, { exchange, outcome, stubs });
}

function caseOf(
  gap: CoverageGap,
  {
    exchange,
    outcome,
    stubs,
  }: {
    readonly exchange: Example;
    readonly outcome: Outcome;
    /** Stubs for actions that are not simulated; they let the request continue. */
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
