import {
  caseCountsText,
  percentOf,
  type CaseCounts as OutcomeCounts,
} from "@traffic-policy/policy-engine/report";
import type { FormatTraits } from "@traffic-policy/report";
import type { CaseReport, TestReport } from "../../cases/run-case-files.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Unreachable } from "../../cases/unreachable.ts";
import type { WrittenCases } from "../../cases/write-suggestions.ts";
import type { Terminal } from "../../context.ts";
import { counted } from "../../report/text.ts";
import { totalOf } from "./coverage-lines.ts";

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

/**
 * What a file of the folder `formats` exports: it gives a run of cases as text. Files are named by their
 * paths relative to the working directory, for which there are texts and perhaps other names.
 */
export interface TestFormat {
  readonly default: (
    report: WholeTestReport,
    style: Terminal["style"],
    sourceOf: (file: string) => string | undefined,
    nameOf: (file: string) => string,
  ) => string;
  readonly traits?: Pick<FormatTraits, "forGitHub" | "hasCommands"> | undefined;
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

/** How many cases came out how, and how much is covered: `1 failed, 3 passed in 2 files. 73 % is covered.` */
export function summaryText(
  report: WholeTestReport,
  parts: (counts: CaseCounts) => string = (counts) => caseCountsText(counts),
): string {
  const { files, failures, coverage } = report;
  const unread = `${counted(failures.length, "file")} could not be tested`;
  if (files.length === 0) return failures.length === 0 ? "There are no cases yet." : `${unread}.`;
  const more = failures.length === 0 ? "" : `, ${unread}`;
  const covered = coverage === undefined ? "" : ` ${percentOf(totalOf(coverage))} % is covered.`;
  const counts = countCases(allCases(report));
  return `${parts(counts)} in ${counted(files.length, "file")}${more}.${covered}`;
}

export function allCases({ files }: TestReport): CaseReport[] {
  return files.flatMap(({ cases }) => cases);
}
