import type { NotChecked } from "@traffic-policy/report";
import type { CaseReport, TestReport } from "../../cases/run-case-files.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Unreachable } from "../../cases/unreachable-gaps.ts";
import type { WrittenCases } from "../../cases/write-suggestions.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";

export interface WholeTestReport extends TestReport {
  /** The policies of targets that have no cases. */
  readonly notChecked?: readonly NotChecked[];
  readonly coverage?: readonly PolicyUnderTest[];
  readonly unreachable?: Unreachable;
  readonly suggested?: readonly SuggestedCases[];
  readonly written?: readonly WrittenCases[];
}

export function allCases({ files }: TestReport): CaseReport[] {
  return files.flatMap(({ cases }) => cases);
}
