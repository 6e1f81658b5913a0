import { gapKey } from "@traffic-policy/policy-engine";
import {
  type FoldedLines,
  literalCode,
  markdownTable,
  shareOfComment,
  withFolded,
} from "@traffic-policy/report";
import { placeText } from "@traffic-policy/policy-module";
import { caseCountsText, gapSentence, percentOf } from "@traffic-policy/policy-engine/report";
import type { CaseFileReport } from "../../../cases/run-case-files.ts";
import type { PolicyUnderTest } from "../../../checks/policies-under-test.ts";
import { counted, visible } from "../../../report/text.ts";
import { withoutColors } from "@traffic-policy/report";
import { failedCaseLines } from "../../../cases/case-lines.ts";
import { countCases, summaryText, type WholeTestReport } from "../case-report.ts";
import { placeOfGap } from "../coverage-lines.ts";

/** What each of the two tables takes of a comment at most, so that there is room for details. */
const longestTable = 4_000;

const longestMessage = 500;

/**
 * A run of cases for a comment on a pull request: how each file came out and what is covered, as tables,
 * and what failed or is not covered in parts that open. What does not fit is left out, and said to be.
 */
export default function markdownReport(report: WholeTestReport): string {
  const { files, failures, coverage = [] } = report;
  const tables = [
    markdownTable(
      ["cases", "policy", "result"],
      [...failures.map(failureCells), ...files.map(fileCells)],
      { noun: "file", longest: longestTable },
    ),
    markdownTable(["policy", "covered"], coverage.map(coverageCells), {
      noun: "policy",
      longest: longestTable,
    }),
  ].filter((table) => table !== "");
  const text = ["### Tests\n", `${summaryText(report)}\n`, ...tables].join("\n");
  const parts = [
    ...files.flatMap(failedCases),
    ...coverage.flatMap((under) => gaps(under, report)),
  ];
  return withFolded(
    text,
    parts,
    shareOfComment.test,
    (left) =>
      `The details of ${counted(left, "file")} are omitted, because this would be too long for a comment. \`traffic-policy test --coverage\` shows them.`,
  );
}

function failureCells({ file, error }: WholeTestReport["failures"][number]): string[] {
  const message = literalCode(error.message, longestMessage);
  return [literalCode(file), "", `**not tested**: ${message}`];
}

function fileCells({ file, policies: [under], cases }: CaseFileReport): string[] {
  const counts = countCases(cases);
  const text = caseCountsText(counts);
  const isGood = counts.passed === counts.cases;
  return [literalCode(file), literalCode(under.source.file), isGood ? text : `**${text}**`];
}

function coverageCells({ source, coverage }: PolicyUnderTest): string[] {
  const count = coverage?.count() ?? { covered: 0, all: 0 };
  return [literalCode(source.file), `${percentOf(count)} %`];
}

function failedCases(report: CaseFileReport): FoldedLines[] {
  const lines = report.cases.flatMap((one) => {
    const shown = failedCaseLines(one, report, withoutColors);
    return shown.length === 0 ? [] : [...shown, ""];
  });
  if (lines.length === 0) return [];
  const heading = `${literalCode(report.file)}: what did not pass`;
  return [{ heading, lines: lines.slice(0, -1).map(visible), language: "text" }];
}

function gaps(under: PolicyUnderTest, { unreachable }: WholeTestReport): FoldedLines[] {
  const found = under.coverage?.gaps() ?? [];
  if (found.length === 0) return [];
  const lines = found.map((gap) => {
    const range = placeOfGap(gap, under);
    const place = range === undefined ? "" : `${placeText(range.file, range.start)}: `;
    const reason = unreachable?.get(under)?.get(gapKey(gap));
    const why = reason === undefined ? "" : ` No case can cover it. ${reason}`;
    return visible(`${place}${gapSentence(gap)}${why}`);
  });
  return [
    { heading: `${literalCode(under.source.file)}: what is not covered`, lines, language: "text" },
  ];
}
