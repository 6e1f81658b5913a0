import { gapKey } from "@traffic-policy/policy-engine";
import { type FormatTraits, workflowCommand } from "@traffic-policy/report";
import { forLog } from "@traffic-policy/policy-module";
import { caseCountsText, differencesText, gapSentence } from "@traffic-policy/policy-engine/report";
import type { CaseFileReport, CaseReport } from "../../../cases/run-case-files.ts";
import type { Style } from "../../../context.ts";
import { commandPlace, failureCommand, withHelp } from "../../../report/github.ts";
import { failedCaseLines } from "../../../cases/case-lines.ts";
import { countCases, summaryText, type WholeTestReport } from "../case-report.ts";
import { placeOfGap } from "../coverage-lines.ts";

/**
 * Workflow commands of GitHub Actions: a group a case file in which not every case passes, with what
 * decided, and an annotation for each of these cases, for each file that could not be tested, and for each
 * part that is not covered, where that was asked for.
 */
export default function githubReport(
  report: WholeTestReport,
  style: Style,
  _sourceOf: (file: string) => string | undefined,
  nameOf: (file: string) => string,
): string {
  const lines = [
    ...report.files.flatMap((file) => fileLines(file, style, nameOf)),
    ...report.failures.map((failure) =>
      failureCommand(failure, "The file could not be tested", nameOf),
    ),
    ...gapCommands(report, nameOf),
    summaryText(report),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

export const traits: FormatTraits = { forGitHub: true, hasCommands: true };

type Naming = (file: string) => string;

function fileLines(report: CaseFileReport, style: Style, nameOf: Naming): string[] {
  const failed = report.cases.filter(({ state }) => state !== "passed");
  if (failed.length === 0) return [];
  const title = `${report.file}: ${caseCountsText(countCases(report.cases))}`;
  return [
    workflowCommand("group", {}, title),
    // What cases say is not obeyed.
    ...failed
      .flatMap((one) => failedCaseLines(one, report, style))
      .map((line) => forLog(line, style)),
    "::endgroup::",
    ...failed.map((one) => caseCommand(one, report, nameOf)),
  ];
}

function caseCommand(one: CaseReport, { file }: CaseFileReport, nameOf: Naming): string {
  const place =
    one.location === undefined ? { file: nameOf(file) } : commandPlace(one.location, nameOf);
  return workflowCommand("error", { ...place, title: one.name }, caseText(one));
}

function caseText(one: CaseReport): string {
  switch (one.state) {
    case "passed":
      return "";
    case "error":
      return withHelp(one.error);
    case "failed":
      return differencesText(one.differences);
    case "undecided":
      return `Undecided: ${differencesText(one.differences)}`;
  }
}

function gapCommands({ coverage = [], unreachable }: WholeTestReport, nameOf: Naming): string[] {
  return coverage.flatMap((under) =>
    (under.coverage?.gaps() ?? []).map((gap) => {
      const range = placeOfGap(gap, under);
      const place =
        range === undefined ? { file: nameOf(under.source.file) } : commandPlace(range, nameOf);
      const reason = unreachable?.get(under)?.get(gapKey(gap));
      const title = reason === undefined ? "Uncovered" : "Unreachable";
      const text = [gapSentence(gap), reason ?? []].flat().join("\n");
      return workflowCommand("notice", { ...place, title }, text);
    }),
  );
}
