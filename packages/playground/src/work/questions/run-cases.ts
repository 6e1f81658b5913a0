import {
  exchangeOf,
  gapKey,
  type CoverageGap,
  type PolicyCoverage,
} from "@traffic-policy/policy-engine";
import { caseState } from "@traffic-policy/policy-engine/internal";
import type { ExchangeFile } from "@traffic-policy/policy-engine/formats";
import {
  caseCountsText,
  countCases,
  gapSentence,
  percentOf,
  ruleName,
  shownText,
} from "@traffic-policy/policy-engine/report";
import type { Clock } from "../clock.ts";
import { placed } from "../document.ts";
import { readCasesText, runCases, writtenCase, type RanCase, type ReadCases } from "../cases.ts";
import type { CaseOutcome, CasesRun, CoverageGapShown, Question } from "../messages.ts";
import { preparePolicy, type PreparedPolicy } from "../policy.ts";
import { shownExchange } from "../views/exchange.ts";
import { shownDifference, shownResult } from "../views/outcome.ts";
import { tracedSections } from "../views/trace.ts";

/** The time limit for finding gaps that no case can cover, in milliseconds. */
const timeForGaps = 1500;

/** The most failed cases with a trace of all rules; users do not look at more. */
const mostTraced = 50;

export default async function casesRun(
  question: Question<"runCases">,
  clock: Clock,
): Promise<CasesRun> {
  const cases = await readCasesText(question.cases);
  const protocol = question.protocol ?? cases.protocol;
  const prepared = await preparePolicy({ ...question, protocol });
  const { ran, coverage } = await runCases(cases, prepared, clock.now());
  const failing = ran.filter((one) => one.kind === "ran" && one.result.differences.length > 0);
  const traced = new Set(failing.slice(0, mostTraced));
  const shown = await Promise.all(
    ran.map((one) => caseOutcome(one, prepared, { cases, isTraced: traced.has(one) })),
  );
  const counts = countCases(shown);
  const unreachable = await unreachableOf(coverage, prepared, cases, clock);
  const covered = coverage.count();
  return {
    problems: prepared.problems,
    summary: `${caseCountsText(counts)}. ${percentOf(covered)} % is covered.`,
    counts,
    cases: shown,
    coverage: {
      percent: percentOf(covered),
      rules: coverage.rules.map((rule) => {
        const { path } = rule.reference;
        const { matched, notMatched, failed } = rule.counts;
        return {
          path,
          name: shownText(ruleName(rule.reference), 200),
          ...placed(prepared.source, path),
          percent: percentOf(rule.count()),
          matched,
          notMatched,
          failed,
        };
      }),
      gaps: coverage.gaps().map((gap) => shownGap(gap, unreachable, prepared)),
    },
  };
}

async function caseOutcome(
  one: RanCase,
  { policy, source }: PreparedPolicy,
  { cases, isTraced }: { readonly cases: ReadCases; readonly isTraced: boolean },
): Promise<CaseOutcome> {
  const { loaded, place } = one;
  const head = {
    name: shownText(loaded.case.name, 200),
    ...(place && { place }),
    differences: [],
    directions: [],
  };
  if (one.kind === "error") return { ...head, state: "error", problem: one.problem };
  const { outcome, differences } = one.result;
  const exchange = exchangeOf(loaded.case);
  const written = exchangeOf(writtenCase(loaded, cases)) as ExchangeFile;
  const result = shownResult(outcome);
  const state = caseState(one.result);
  return {
    ...head,
    state,
    exchange: await shownExchange(exchange, loaded.case.times, written),
    result,
    ...(state !== "passed" && {
      differences: differences.map(shownDifference),
      directions: isTraced ? tracedSections(outcome, policy, source) : [],
    }),
  };
}

/** Returns the reasons that gaps cannot be covered, by gap key. These gaps do not count from then on. */
async function unreachableOf(
  coverage: PolicyCoverage,
  { policy }: PreparedPolicy,
  { settings: { options } }: ReadCases,
  clock: Clock,
): Promise<ReadonlyMap<string, string>> {
  if (coverage.gaps().length === 0) return new Map();
  const { excludeUnreachable } = await import("@traffic-policy/policy-proof");
  const end = clock.elapsed() + timeForGaps;
  const budget = { isOver: () => clock.elapsed() >= end };
  // A case may say something else of what an action does that is not simulated.
  const found = excludeUnreachable(policy, coverage, { ...(options && { options }), budget });
  return new Map(found.map(({ gap, reason }) => [gapKey(gap), reason]));
}

function shownGap(
  gap: CoverageGap,
  unreachable: ReadonlyMap<string, string>,
  { source }: PreparedPolicy,
): CoverageGapShown {
  const reason = unreachable.get(gapKey(gap));
  return {
    message: shownText(gapSentence(gap), 300),
    ...placed(source, gap.path, gap.span ?? "value"),
    ...(reason !== undefined && { unreachable: reason }),
  };
}
