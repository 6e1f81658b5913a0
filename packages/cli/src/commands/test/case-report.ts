import type { CaseCounts as OutcomeCounts } from "@traffic-policy/policy-engine/report";
import type { CaseReport, TestReport } from "../../cases/run-case-files.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Unreachable } from "../../cases/unreachable-gaps.ts";
import type { WrittenCases } from "../../cases/write-suggestions.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";

export interface WholeTestReport extends TestReport {
  readonly coverage?: readonly PolicyUnderTest[];
  readonly unreachable?: Unreachable;
  readonly suggested?: readonly SuggestedCases[];
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
