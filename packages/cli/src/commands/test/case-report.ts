import type { Difference } from "@traffic-policy/policy-engine";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeText } from "@traffic-policy/policy-module";
import type {
  PolicyUnderTest,
  CaseReport,
  TestReport,
  CaseFileReport,
} from "../../cases/run-case-files.ts";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Terminal, Style } from "../../context.ts";
import { askedOf } from "../../simulation/simulation.ts";
import { type ExpressionView, shownText, shownValue } from "../../simulation/report/trace-lines.ts";
import { resultText } from "../../simulation/report/outcome-lines.ts";
import { directionLines, titleOf } from "../../simulation/report/pretty.ts";

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

export function sideText(value: Difference["expected"]): string {
  if (value === null) return "none";
  const isPattern = typeof value === "object" && !Array.isArray(value) && "matches" in value;
  if (isPattern) return `text that matches ${shownText(String(value["matches"]), limit)}`;
  return shownValue(value, limit);
}
