import { shownPath } from "@traffic-policy/project/internal";
import { gapKey, type CoverageGap } from "@traffic-policy/policy-engine";
import { gapSentence, percentOf, countCases } from "@traffic-policy/policy-engine/report";
import type { CaseFileReport, CaseReport } from "../../cases/run-case-files.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import { toReportedError } from "../../report/error.ts";
import { jsonWithBytes } from "../../report/json.ts";
import { siteOutcomeJson } from "../../simulation/report/site-outcome-json.ts";
import { outcomeJson } from "../../simulation/report/outcome-json.ts";
import { allCases, type WholeTestReport } from "./case-report.ts";
import { placeOfGap, totalOf } from "./coverage-lines.ts";
import type { TestOutput } from "./output.ts";

type Files = TestOutput["files"][number];
type Coverage = NonNullable<TestOutput["coverage"]>["policies"][number];
type Suggested = NonNullable<TestOutput["suggested"]>[number];

export function testJson(report: WholeTestReport): string {
  const { files, failures, notChecked, coverage, unreachable, suggested, written } = report;
  const output: TestOutput = {
    version: 1,
    summary: { cases: allCases(report).length, ...countCases(allCases(report)) },
    files: files.map(fileJson),
    failures: failures.map(({ file, error }) => ({ file, ...toReportedError(error) })),
    notChecked: notChecked && [...notChecked],
    coverage: coverage && {
      ...totalOf(coverage),
      percent: percentOf(totalOf(coverage)),
      policies: coverage.map((under) => coverageJson(under, unreachable?.get(under))),
    },
    suggested: suggested?.map(suggestedJson),
    written: written?.map(({ error, ...one }) => ({
      ...one,
      ...(error && { error: toReportedError(error) }),
    })),
  };
  return `${jsonWithBytes(output, 2)}\n`;
}

function fileJson({ file, policies: [under], site, cases }: CaseFileReport): Files {
  return {
    file,
    policy: under && shownPath(under.source),
    protocol: under?.protocol,
    site: site && [...site],
    cases: cases.map(caseJson),
  };
}

function caseJson(one: CaseReport): Files["cases"][number] {
  const { name, location, environments: some } = one;
  const environments = some && [...some];
  switch (one.state) {
    case "passed":
      return { name, location, environments, state: one.state };
    case "error": {
      const { state, error } = one;
      return { name, location, environments, state, error: toReportedError(error) };
    }
    case "failed":
    case "undecided": {
      const { state, differences } = one;
      const outcome =
        one.under === undefined
          ? siteOutcomeJson(one.outcome, true)
          : { outcome: outcomeJson(one.outcome, true) };
      return { name, location, environments, state, differences, ...outcome };
    }
  }
}

function coverageJson(
  under: PolicyUnderTest,
  unreachable: ReadonlyMap<string, string> = new Map(),
): Coverage {
  const { source, coverage, environment } = under;
  const count = coverage?.count() ?? { covered: 0, all: 0 };
  return {
    policy: shownPath(source),
    environment,
    ...count,
    percent: percentOf(count),
    rules: (coverage?.rules ?? []).map((rule) => ({
      ...rule.reference,
      ...rule.counts,
      ...rule.count(),
    })),
    gaps: (coverage?.gaps() ?? []).map((gap) => {
      const reason = unreachable.get(gapKey(gap));
      return { ...gapJson(gap, under), ...(reason !== undefined && { unreachable: reason }) };
    }),
  };
}

function gapJson(gap: CoverageGap, under: PolicyUnderTest): Coverage["gaps"][number] {
  const { path, span, text, never } = gap;
  return { path, span, text, never, message: gapSentence(gap), location: placeOfGap(gap, under) };
}

function suggestedJson({ under, file, isNew, suggestions, source }: SuggestedCases): Suggested {
  return {
    file,
    isNew,
    policy: shownPath(under.source),
    source,
    cases: suggestions.map((one) => ({
      gap: gapJson(one.gap, under),
      ...("case" in one ? { case: one.case } : { reason: one.reason }),
    })),
  };
}
