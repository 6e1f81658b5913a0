import type { CaseCounts as OutcomeCounts } from "@traffic-policy/policy-engine/report";
import type { CaseReport, TestReport } from "../../cases/run-case-files.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Unreachable } from "../../cases/unreachable.ts";
import type { WrittenCases } from "../../cases/write-suggestions.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";

/** All that there is to report of a run of cases. */
export interface WholeTestReport extends TestReport {
  /** Policies with their coverage; nothing when it was not asked for. */
  readonly coverage?: readonly PolicyUnderTest[];
  /** Gaps of the coverage that no case can cover. */
  readonly unreachable?: Unreachable;
  /** Cases that are proposed; nothing when that was not asked for. */
  readonly suggested?: readonly SuggestedCases[];
  /** What became of those that were to be written; the rest is as it is with them. */
  readonly written?: readonly WrittenCases[];
}

export interface CaseCounts extends OutcomeCounts {
  readonly cases: number;
}

export function countCases(cases: readonly CaseReport[]): CaseCounts {
  const count = (state: CaseReport["state"]): number =>
    cases.reduce((sum, one) => sum + Number(one.state === state), 0);
  return {
    cases: cases.length,
    passed: count("passed"),
    failed: count("failed"),
    undecided: count("undecided"),
    errors: count("error"),
  };
}

export function allCases({ files }: TestReport): CaseReport[] {
  return files.flatMap(({ cases }) => cases);
}
