import { type Diagnostic, type Severity } from "@traffic-policy/policy-language";
import {
  counted,
  getOrAdd,
  placeText,
  splitPolicyPath,
} from "@traffic-policy/policy-language/internal";
import {
  alikeFindings,
  environmentsText,
  mostSevere,
  timesText,
  type AlikeFindings,
} from "../findings/alike.ts";
import { placedFailure } from "../findings/placed-failure.ts";
import {
  failureTitle,
  type Finding,
  type LintFailure,
  type LintReport,
  type Report,
  type Section,
} from "../report.ts";
import type { FormatTraits, ReportContext, Reporter, ShownFindings } from "../reporter.ts";
import { byRule, countText, foundText, leavesOut, leftOutText } from "../findings/summary.ts";
import { logLine, workflowCommand } from "../text/workflow-command.ts";

/**
 * GitHub drops errors, warnings and notices of a step beyond this number of each.
 *
 * @see https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations
 */
const mostAnnotations = 10;

/**
 * Prints GitHub Actions workflow commands, which become annotations of the changed lines, and a log group for each
 * file or policy with problems. Findings beyond GitHub's limit also appear in the log: a group for each rule, with
 * equal findings listed once.
 */
const githubReport: Reporter = (report, context) => {
  const { diagnostics, failures, sections = [], summary } = report;
  const { nameOf } = context;
  const { shown, annotated } = shownFindings(report, context);
  const left = diagnostics.length - shown.flat().length;
  const leftOut =
    left === 0
      ? []
      : [`--max-diagnostics leaves out ${left} of ${counted(diagnostics.length, "finding")}.`];
  const lines = [
    ...sections.flatMap((section) => sectionLines(section, nameOf)),
    ...failures.map((failure) => failureCommand(failure, report, nameOf)),
    ...diagnostics
      .filter((diagnostic) => annotated.has(diagnostic))
      .map((diagnostic) => findingCommand(diagnostic, nameOf)),
    ...(annotated.size === diagnostics.length - left
      ? leftOut
      : [...logLines(shown, report, context), ...leftOut]),
    ...leftOutCommands(report, nameOf),
    ...(summary === undefined ? [] : [logLine(summary)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
};

export default githubReport;

export const traits: FormatTraits = {
  rootVariable: "GITHUB_WORKSPACE",
  hasCommands: true,
  reportsNotChecked: true,
  takesMaxDiagnostics: true,
  printsExchangesOf: (report, context) => {
    const { shown, annotated } = shownFindings(report, context);
    return [...new Set([...shown.map(([first]) => first), ...annotated])];
  },
};

type Naming = ReportContext["nameOf"];

function shownFindings(
  report: LintReport,
  { all = false, maxDiagnostics }: ShownFindings,
): { readonly shown: readonly AlikeFindings[]; readonly annotated: ReadonlySet<Diagnostic> } {
  const { diagnostics } = report;
  const groups = all
    ? diagnostics.map((diagnostic): AlikeFindings => [diagnostic])
    : alikeFindings(diagnostics);
  const shown = mostSevere(groups, maxDiagnostics);
  const annotated = all ? new Set(shown.flat()) : annotatedFindings(shown, report);
  return { shown, annotated };
}

/**
 * Selects the findings that GitHub shows next to the lines: up to its limit for each severity, with distinct findings
 * first.
 *
 * @param report - has what is annotated besides
 */
function annotatedFindings(
  shown: readonly AlikeFindings[],
  { failures, ...others }: LintReport,
): ReadonlySet<Diagnostic> {
  const left: Record<Severity, number> = {
    error: mostAnnotations - failures.length,
    warning: mostAnnotations,
    info: mostAnnotations - (leavesOut(others) ? 1 : 0),
  };
  const annotated = new Set<Diagnostic>();
  for (let round = 0; round < mostAnnotations; round += 1) {
    for (const alike of shown) {
      const diagnostic = alike[round];
      if (diagnostic === undefined || left[diagnostic.severity] <= 0) continue;
      left[diagnostic.severity] -= 1;
      annotated.add(diagnostic);
    }
  }
  return annotated;
}

function logLines(
  shown: readonly AlikeFindings[],
  report: LintReport,
  { style, nameOf }: ReportContext,
): string[] {
  const byName = new Map<string, AlikeFindings[]>();
  for (const alike of shown) getOrAdd(byName, alike[0].rule, () => []).push(alike);
  const plain = { ...style, red: String, yellow: String, blue: String };
  return [
    ...byRule(shown.flat()).flatMap(([rule, found]) => [
      workflowCommand("group", {}, `${rule}: ${countText(found, plain)}`),
      ...(byName.get(rule) ?? []).flatMap((alike) => alikeLines(alike, nameOf)),
      workflowCommand("endgroup", {}, ""),
    ]),
    foundText(report, style),
    `GitHub shows up to ${mostAnnotations} annotations of each kind per step; the groups above list the others, too.`,
  ];
}

/** A group is collapsed by default, so it can list more than a few places. */
const mostPlaces = 20;

function alikeLines(alike: AlikeFindings, nameOf: Naming): string[] {
  const [{ severity, message, help, witness }] = alike;
  const places = alike.flatMap(({ location }) => {
    if (location === undefined) return [];
    const { file, start } = location;
    return [placeText(nameOf(file), start)];
  });
  const [place] = places;
  const isSingle = alike.length === 1 && place !== undefined;
  const more = places.length - mostPlaces;
  return [
    `${severity}: ${isSingle ? `${place}: ` : ""}${message}${environmentsText(alike[0])}${timesText(alike)}`,
    ...(isSingle ? [] : places.slice(0, mostPlaces).map((one) => `  --> ${one}`)),
    ...(more > 0 ? [`      and ${more} more`] : []),
    ...(witness === undefined ? [] : [`  note: ${witness.message}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
  ].map(logLine);
}

function sectionLines(section: Section, nameOf: Naming): string[] {
  const { name, result, isGood, lines, findings } = section;
  const isNoted = lines.length > 0 && (isGood !== true || findings.length > 0);
  const group = [
    workflowCommand("group", {}, `${name}: ${result}`),
    ...lines.map(logLine),
    workflowCommand("endgroup", {}, ""),
  ];
  return [...(isNoted ? group : []), ...findings.map((one) => annotation(one, nameOf))];
}

function findingCommand(diagnostic: Diagnostic, nameOf: Naming): string {
  const { rule, severity, message, help, location, witness } = diagnostic;
  const text = [message, witness?.message ?? []].flat().join("\n");
  return annotation({ severity, title: rule, message: text, help, location }, nameOf);
}

function annotation({ severity, title, message, help, location }: Finding, nameOf: Naming): string {
  const name = severity === "info" ? "notice" : severity;
  const place = location === undefined ? {} : placeOf(location, nameOf);
  return workflowCommand(name, { ...place, title }, [message, help ?? []].flat().join("\n"));
}

function placeOf(
  location: NonNullable<Finding["location"]>,
  nameOf: Naming,
): Readonly<Record<string, string | number>> {
  const file = nameOf(location.file);
  if (!("start" in location)) return { file };
  const { start, end } = location;
  // Columns are only taken when the end is on the same line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  return { file, line: start.line, endLine: end.line, ...columns };
}

/** Annotates what was left out once, however much it is: the findings need the room. */
function leftOutCommands(report: Report, nameOf: Naming): string[] {
  const { notChecked = [], ignored = 0 } = report;
  const [first, ...others] = notChecked;
  const isOne = first !== undefined && others.length === 0 && ignored === 0;
  const place = isOne ? { file: nameOf(splitPolicyPath(first.file).file) } : {};
  return leftOutText(report, nameOf).map((text) => workflowCommand("notice", place, text));
}

function failureCommand(failure: LintFailure, report: Report, nameOf: Naming): string {
  const { help, end } = failure;
  const { file, start, message } = placedFailure(failure);
  const endColumn = end !== undefined && end.line === start?.line ? { endColumn: end.column } : {};
  const place = start && { line: start.line, col: start.column, ...endColumn };
  const title = failureTitle(failure, report);
  const text = [message, help ?? []].flat().join("\n");
  return workflowCommand("error", { file: nameOf(file), ...place, title }, text);
}
