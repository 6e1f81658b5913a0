import {
  gapText,
  type CoverageCount,
  type CoverageGap,
  type PolicyCoverage,
} from "../coverage/policy-coverage.ts";
import { ruleName } from "./trace-words.ts";

/** How much is covered, in whole percent: 100 only when everything is. */
export function percentOf({ covered, all }: CoverageCount): number {
  return all === 0 ? 100 : Math.floor((100 * covered) / all);
}

/** How much of all policies together is covered. */
export function coverageOf(coverages: readonly PolicyCoverage[]): CoverageCount {
  const counts = coverages.map((coverage) => coverage.count());
  return {
    covered: counts.reduce((sum, { covered }) => sum + covered, 0),
    all: counts.reduce((sum, { all }) => sum + all, 0),
  };
}

/** Describes in a sentence an event that never happened. */
export function gapSentence(gap: CoverageGap): string {
  const rule = gap.rule.name === undefined ? ruleName(gap.rule) : `rule "${gap.rule.name}"`;
  const whole = `${gap.rule.direction} ${rule}`;
  if (gap.text === undefined) return `The ${whole} ${gapText(gap)}.`;
  return `${gap.text} ${gapText(gap)} in the ${whole}.`;
}

export interface CaseCounts {
  readonly passed: number;
  readonly failed: number;
  /** Cases of which only the service knows whether they are as expected. */
  readonly undecided: number;
  /** Cases that could not be run. */
  readonly errors: number;
}

/** Counts cases by what came of them. */
export function countCases(
  cases: readonly { readonly state: "passed" | "failed" | "undecided" | "error" }[],
): CaseCounts {
  const count = (state: (typeof cases)[number]["state"]): number =>
    cases.reduce((sum, one) => sum + Number(one.state === state), 0);
  return {
    passed: count("passed"),
    failed: count("failed"),
    undecided: count("undecided"),
    errors: count("error"),
  };
}

/**
 * `1 failed, 1 undecided, 3 passed`
 *
 * @param style - colors the parts
 */
export function caseCountsText(
  { passed, failed, undecided, errors }: CaseCounts,
  style: { readonly [Color in "red" | "yellow" | "green"]?: (text: string) => string } = {},
): string {
  const { red = String, yellow = String, green = String } = style;
  return [
    ...(failed > 0 ? [red(`${failed} failed`)] : []),
    ...(undecided > 0 ? [yellow(`${undecided} undecided`)] : []),
    ...(errors > 0 ? [red(`${errors} could not be run`)] : []),
    green(`${passed} passed`),
  ].join(", ");
}
