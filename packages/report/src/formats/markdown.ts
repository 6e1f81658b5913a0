import type { Diagnostic } from "@traffic-policy/policy-language";
import {
  alikeFindings,
  environmentsText,
  rankOf,
  timesText,
  type AlikeFindings,
} from "../findings/alike.ts";
import { baselineText, foundText, leftOutText } from "../findings/summary.ts";
import type { FormatTraits, ReportContext, Reporter } from "../reporter.ts";
import { titles, type LintFailure, type Report, type Section } from "../report.ts";
import {
  literalCode,
  markdownTable,
  shareOfComment,
  withFolded,
  type FoldedLines,
} from "../text/markdown-text.ts";
import { withoutColors } from "../text/style.ts";
import { visible } from "../text/visible.ts";

type Naming = ReportContext["nameOf"];

const longestMessage = 500;

/** For the heading and the summary. */
const roomForStart = 500;

const longestTable = 4_000;

/**
 * Prints a pull request comment: a table of the checked files and policies, and a table of findings, worst first,
 * with equal findings at many places in a single row. Problems have a collapsible section below. Content that does
 * not fit is counted. Names and messages are escaped, so that they cannot act as Markdown.
 */
const markdownReport: Reporter = (report, { all, nameOf }) => {
  const { command, diagnostics, failures, sections = [] } = report;
  const longest = shareOfComment[command];
  const groups = shownGroups(diagnostics, all);
  const rows = [
    ...failures.map((failure) => failureCells(failure, report, nameOf)),
    ...groups.map((alike) => findingCells(alike, nameOf)),
  ];
  const tables = [
    markdownTable(["severity", "place", "finding", "rule"], rows, {
      noun: groups.length === diagnostics.length ? "finding" : "different finding",
      longest: sections.length === 0 ? longest - roomForStart : longestTable,
    }),
    ...sectionTables(sections),
  ];
  const found = report.summary ?? foundText(report, withoutColors);
  const leftOut = leftOutText(report, (file) => literalCode(nameOf(file)));
  const summary = [found, ...leftOut, ...baselineText(report)].join(" ");
  const text = [
    `### ${titles[command].title}\n`,
    `${summary}\n`,
    ...tables.filter((one) => one !== ""),
  ];
  return withFolded(
    text.join("\n"),
    sections.flatMap(details),
    longest,
    (left) =>
      `The details of ${left} more are omitted, because this would be too long for a comment. \`traffic-policy ${command}\` shows them.`,
  );
};

function sectionTables(sections: readonly Section[]): string[] {
  return [...new Set(sections.map(({ columns }) => columns))].map((columns) => {
    const rows = sections.filter((one) => one.columns === columns).map(sectionCells);
    return markdownTable(columns, rows, { noun: "row", longest: longestTable });
  });
}

function sectionCells({ name, about, result, isGood }: Section): string[] {
  const names = [name, about ?? []].flat().map((one) => literalCode(one));
  return [...names, isGood === false ? `**${result}**` : result];
}

function details({ name, subject, isGood, lines, findings }: Section): FoldedLines[] {
  if (lines.length === 0 || (isGood === true && findings.length === 0)) return [];
  return [
    { heading: `${literalCode(name)}: ${subject}`, lines: lines.map(visible), language: "text" },
  ];
}

export default markdownReport;

export const traits: FormatTraits = {
  rootVariable: "GITHUB_WORKSPACE",
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

function findingCells(alike: AlikeFindings, nameOf: Naming): string[] {
  const [{ rule, severity, message, help, location, witness }] = alike;
  const place = location === undefined ? "" : placeText(nameOf(location.file), location.start);
  return [
    severity === "error" ? "**error**" : severity,
    place + timesText(alike),
    textOf(message, witness?.message, help),
    literalCode(rule + environmentsText(alike[0])),
  ];
}

function failureCells(
  { file, rule = "", message, help, position }: LintFailure,
  { command }: Report,
  nameOf: Naming,
): string[] {
  return [
    `**not ${titles[command].done}**`,
    placeText(nameOf(file), position),
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
