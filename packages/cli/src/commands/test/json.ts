import type { CoverageGap } from "@traffic-policy/policy-engine";
import type { CaseFileReport, CaseReport } from "../../cases/run-case-files.ts";
import type { PolicyUnderTest } from "../../cases/policies-under-test.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import { gapSentence, percentOf, placeOfGap, totalOf } from "./coverage-lines.ts";
import { outcomeJson } from "../../simulation/report/json.ts";
import { allCases, countCases, type WholeTestReport } from "./case-report.ts";
import { jsonWithBytes } from "../../simulation/report/json-with-bytes.ts";

/** A run of cases for other programs; `packages/cli/schema/test.schema.json` describes it. */
export function jsonReport(report: WholeTestReport): string {
  const { files, failures, coverage, suggested } = report;
  return `${jsonWithBytes(
    {
      version: 1,
      summary: countCases(allCases(report)),
      files: files.map((file) => fileJson(file)),
      failures: failures.map(({ file, error }) => ({ file, ...errorJson(error) })),
      ...(coverage && {
        coverage: {
          ...totalOf(coverage),
          percent: percentOf(totalOf(coverage)),
          policies: coverage.map((under) => coverageJson(under)),
        },
      }),
      ...(suggested && { suggested: suggested.map((one) => suggestedJson(one)) }),
    },
    2,
  )}\n`;
}

function fileJson(report: CaseFileReport): object {
  const { file, under, cases } = report;
  return {
    file,
    policy: under.source.file,
    protocol: under.protocol,
    cases: cases.map((one) => caseJson(one)),
  };
}

function caseJson(one: CaseReport): object {
  const { name, location } = one;
  const common = { name, ...(location && { location }), state: one.state };
  if (one.state === "passed") return common;
  if (one.state === "error") return { ...common, error: errorJson(one.error) };
  return { ...common, differences: one.differences, outcome: outcomeJson(one.outcome, true) };
}

function errorJson({ message, help }: { message: string; help: string | undefined }): object {
  return { message, ...(help !== undefined && { help }) };
}

function coverageJson(under: PolicyUnderTest): object {
  const { source, coverage } = under;
  const count = coverage?.count() ?? { covered: 0, all: 0 };
  return {
    policy: source.file,
    ...count,
    percent: percentOf(count),
    rules: (coverage?.rules ?? []).map((rule) => ({
      ...rule.reference,
      ...rule.counts,
      ...rule.count(),
    })),
    gaps: (coverage?.gaps() ?? []).map((gap) => gapJson(gap, under)),
  };
}

function gapJson(gap: CoverageGap, under: PolicyUnderTest): object {
  const location = placeOfGap(gap, under);
  const { path, span, text, never } = gap;
  return {
    path,
    ...(span && { span }),
    ...(text !== undefined && { text }),
    never,
    message: gapSentence(gap),
    ...(location && { location }),
  };
}

function suggestedJson({ under, file, isNew, suggestions, source }: SuggestedCases): object {
  return {
    file,
    isNew,
    policy: under.source.file,
    source,
    cases: suggestions.map((one) => ({
      gap: gapJson(one.gap, under),
      ...("case" in one ? { case: one.case } : { reason: one.reason }),
    })),
  };
}
