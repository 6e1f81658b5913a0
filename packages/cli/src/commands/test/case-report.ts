import type { Difference } from "@traffic-policy/policy-engine";
import type { FormatTraits } from "@traffic-policy/policy-lint";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeText } from "@traffic-policy/policy-module";
import type { CaseReport, TestReport, CaseFileReport } from "../../cases/run-case-files.ts";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Terminal, Style } from "../../context.ts";
import { counted } from "../../report/text.ts";
import { askedOf } from "../../simulation/simulation.ts";
import { type ExpressionView, shownText, shownValue } from "../../simulation/report/trace-lines.ts";
import { resultText } from "../../simulation/report/outcome-lines.ts";
import { directionLines, titleOf } from "../../simulation/report/pretty.ts";
import { percentOf, totalOf } from "./coverage-lines.ts";

/** All that there is to report of a run of cases. */
export interface WholeTestReport extends TestReport {
  /** Policies with their coverage; nothing when it was not asked for. */
  readonly coverage?: readonly PolicyUnderTest[];
  /** Cases that are proposed; nothing when that was not asked for. */
  readonly suggested?: readonly SuggestedCases[];
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

export interface CaseCounts {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** Cases that could not be run. */
  readonly errors: number;
}

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

/** How many cases came out how, and how much is covered: `1 failed, 3 passed in 2 files. 73 % is covered.` */
export function summaryText(
  report: WholeTestReport,
  parts: (counts: CaseCounts) => string = partsText,
): string {
  const { files, failures, coverage } = report;
  const unread = `${counted(failures.length, "file")} could not be tested`;
  if (files.length === 0) return failures.length === 0 ? "There are no cases yet." : `${unread}.`;
  const more = failures.length === 0 ? "" : `, ${unread}`;
  const covered = coverage === undefined ? "" : ` ${percentOf(totalOf(coverage))} % is covered.`;
  const counts = countCases(allCases(report));
  return `${parts(counts)} in ${counted(files.length, "file")}${more}.${covered}`;
}

/** `1 failed, 3 passed` */
export function partsText({ passed, failed, errors }: CaseCounts, style?: Style): string {
  const red = style?.red ?? String;
  const green = style?.green ?? String;
  return [
    ...(failed > 0 ? [red(`${failed} failed`)] : []),
    ...(errors > 0 ? [red(`${errors} could not be run`)] : []),
    green(`${passed} passed`),
  ].join(", ");
}

export function allCases({ files }: TestReport): CaseReport[] {
  return files.flatMap(({ cases }) => cases);
}

/** A case that did not pass: what is different, and which rules decided it. */
export function failedCaseLines(
  one: CaseReport,
  { file }: Pick<CaseFileReport, "file">,
  style: Style,
): string[] {
  if (one.state === "passed") return [];
  const place = printable(placeText(one.location?.file ?? file, one.location?.start));
  const name = `${style.bold(shownText(one.name, 200))}${environmentsText(one)}`;
  if (one.state === "error") {
    const { message, help } = one.error;
    return [
      `${style.red(style.bold("error"))}   ${name}  ${style.dim(place)}`,
      `  ${printable(message)}`,
      ...(help === undefined ? [] : [`  ${style.blue("help:")} ${printable(help)}`]),
    ];
  }
  const { outcome, differences, under } = one;
  const view: ExpressionView = { limits: { value: 60, expression: 80 }, all: false, style };
  const trace = outcome.trace ?? { rules: [] };
  const asked = titleOf({ asked: askedOf(one.case), exchange: one.case });
  return [
    `${style.red(style.bold("failed"))}  ${name}  ${style.dim(place)}`,
    ...differences.flatMap((difference) => differenceLines(difference, style)).map(indented),
    indented(`${style.bold("why")}  ${shownText(asked, 200)}: ${resultText(outcome)}`),
    ...under.policy.directions
      .flatMap(({ direction }, index) =>
        directionLines(direction, trace, under.source, view, outcome.directions[index]?.result),
      )
      .map((line) => indented(indented(line))),
  ];
}

/** ` (staging, production)`, where it is not the same in all environments. */
function environmentsText({ environments }: CaseReport): string {
  return environments === undefined ? "" : ` (${environments.join(", ")})`;
}

function indented(line: string): string {
  return `  ${line}`;
}

const limit = 300;

/** What is not as it was expected: a line of what it is, and two with both sides. */
function differenceLines({ what, expected, received, note }: Difference, style: Style): string[] {
  return [
    style.bold(printable(what)),
    `  ${style.dim("expected")}  ${style.green(sideText(expected))}`,
    `  ${style.dim("received")}  ${style.red(sideText(received))}`,
    ...(note === undefined ? [] : [`  ${style.blue("note:")} ${shownText(note, limit)}`]),
  ];
}

/** What is different, in a sentence. */
export function differencesText(differences: readonly Difference[]): string {
  return differences
    .map(
      ({ what, expected, received }) =>
        `${what}: expected ${sideText(expected)}, received ${sideText(received)}`,
    )
    .join("; ");
}

function sideText(value: Difference["expected"]): string {
  if (value === null) return "none";
  const isPattern = typeof value === "object" && !Array.isArray(value) && "matches" in value;
  if (isPattern) return `text that matches ${shownText(String(value["matches"]), limit)}`;
  return shownValue(value, limit);
}
