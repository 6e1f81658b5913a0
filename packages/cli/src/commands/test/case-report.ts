import type { PolicyUnderTest } from "../../cases/policies-under-test.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Terminal } from "../../context.ts";
import type { CaseReport, TestReport } from "../../cases/run-case-files.ts";

/** All that there is to report of a run of cases. */
export interface WholeTestReport extends TestReport {
  /** Policies with their coverage; nothing when it was not asked for. */
  readonly coverage?: readonly PolicyUnderTest[];
  /** Cases that are proposed; nothing when that was not asked for. */
  readonly suggested?: readonly SuggestedCases[];
}

/** What a file of the folder `formats` exports: it gives a run of cases as text. */
export interface TestFormat {
  readonly default: (
    report: WholeTestReport,
    style: Terminal["style"],
    sourceOf: (file: string) => string | undefined,
  ) => string;
}

/** How many cases came out how. */
export interface CaseCounts {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** Cases that could not be run. */
  readonly errors: number;
}

/** Counts the cases of a run, or of one file. */
export function countCases(cases: readonly CaseReport[]): CaseCounts {
  const count = (state: CaseReport["state"]): number =>
    cases.reduce((sum, one) => sum + Number(one.state === state), 0);
  return {
    cases: cases.length,
    passed: count("passed"),
    failed: count("failed"),
    errors: count("error"),
  };
}

/** The cases of all files. */
export function allCases({ files }: TestReport): CaseReport[] {
  return files.flatMap(({ cases }) => cases);
}
