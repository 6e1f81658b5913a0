import type { Diagnostic, Severity } from "@traffic-policy/policy-language";
import {
  alikeFindings,
  environmentsText,
  rankOf,
  timesText,
  type AlikeFindings,
} from "../findings/alike.ts";
import { countSeverities } from "@traffic-policy/policy-language";
import type { LintFailure } from "../report.ts";
import { literalCode, markdownTable, shareOfComment } from "../text/markdown-text.ts";
import type { FormatTraits, Reporter } from "../reporter.ts";
import { notCheckedText } from "../findings/summary.ts";

const longestMessage = 500;

/** For the heading and the summary. */
const roomForStart = 500;

/**
 * A table for a comment on a pull request, what is worst first; findings that say the same of many places are
 * one row. What does not fit is counted. Names and messages show as they are, whatever they would mean in
 * Markdown.
 */
const markdownReport: Reporter = (report, { all }) => {
  const { files, diagnostics, failures } = report;
  const groups = shownGroups(diagnostics, all);
  const rows = [...failures.map(failureCells), ...groups.map(findingCells)];
  const table = markdownTable(["severity", "place", "finding", "rule"], rows, {
    noun: groups.length === diagnostics.length ? "finding" : "different finding",
    longest: shareOfComment.lint - roomForStart,
  });
  const found = summaryOf(diagnostics, failures, files.length);
  const summary = [found, ...notCheckedText(report, literalCode)].join(" ");
  return `### Lint\n\n${summary}\n${table === "" ? "" : `\n${table}`}`;
};

export default markdownReport;

export const traits: FormatTraits = {
  forGitHub: true,
  reportsNotChecked: true,
  printsExchangesOf: ({ diagnostics }, { all }) =>
    shownGroups(diagnostics, all).map(([first]) => first),
};

function shownGroups(
  diagnostics: readonly Diagnostic[],
  all: boolean | undefined,
): readonly AlikeFindings[] {
  const sorted = diagnostics.toSorted((one, other) => rankOf(one) - rankOf(other));
  return all ? sorted.map((one): AlikeFindings => [one]) : alikeFindings(sorted);
}

const severities: readonly Severity[] = ["error", "warning", "info"];

function summaryOf(
  diagnostics: readonly Diagnostic[],
  failures: readonly LintFailure[],
  files: number,
): string {
  const counts = countSeverities(diagnostics);
  const parts = severities.flatMap((severity) =>
    counts[severity] === 0 ? [] : [counted(counts[severity], severity)],
  );
  const found = parts.length === 0 ? "No findings" : parts.join(", ");
  const unread =
    failures.length === 0
      ? ""
      : ` ${counted(failures.length, "problem")} kept lint from finishing.`;
  return `${found} in ${counted(files, "file")}.${unread}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 || noun === "info" ? "" : "s"}`;
}

function findingCells(alike: AlikeFindings): string[] {
  const [{ rule, severity, message, help, location, witness }] = alike;
  const place = location === undefined ? "" : placeText(location.file, location.start);
  return [
    severity === "error" ? "**error**" : severity,
    place + timesText(alike),
    textOf(message, witness?.message, help),
    literalCode(rule + environmentsText(alike)),
  ];
}

function failureCells({ file, rule = "", message, help, position }: LintFailure): string[] {
  return [
    "**not linted**",
    placeText(file, position),
    textOf(message, help),
    rule && literalCode(rule),
  ];
}

function textOf(...sentences: readonly (string | undefined)[]): string {
  return sentences
    .flatMap((sentence) => (sentence === undefined ? [] : literalCode(sentence, longestMessage)))
    .join("<br/>");
}

function placeText(file: string, start: { readonly line: number } | undefined): string {
  return literalCode(start === undefined ? file : `${file}:${start.line}`);
}
