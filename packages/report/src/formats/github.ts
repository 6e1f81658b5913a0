import { getOrAdd, type Diagnostic, type Severity } from "@traffic-policy/policy-language";
import {
  alikeFindings,
  environmentsText,
  mostSevere,
  timesText,
  type AlikeFindings,
} from "../findings/alike.ts";
import type { LintFailure, LintReport } from "../report.ts";
import { printable } from "@traffic-policy/policy-language";
import type { FormatTraits, ReportContext, Reporter } from "../reporter.ts";
import { byRule, count, countText, foundText, notCheckedText } from "../findings/summary.ts";
import { workflowCommand } from "../text/workflow-command.ts";

/**
 * Of errors, of warnings and of notices in a step, GitHub drops what comes after these.
 *
 * @see https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations
 */
const mostAnnotations = 10;

/**
 * Workflow commands of GitHub Actions, which become annotations of the changed lines. When they are more
 * than GitHub takes, the findings are in the log, too: a group a rule, those that say the same once.
 */
const githubReport: Reporter = (report, context) => {
  const { diagnostics, failures } = report;
  const { shown, annotated } = shownFindings(report, context);
  const left = diagnostics.length - shown.flat().length;
  const leftOut =
    left === 0
      ? []
      : [`--max-diagnostics leaves out ${left} of ${count(diagnostics.length, "finding")}.`];
  const lines = [
    ...failures.map(failureCommand),
    ...diagnostics.filter((diagnostic) => annotated.has(diagnostic)).map(findingCommand),
    ...(annotated.size === diagnostics.length - left
      ? leftOut
      : [...logLines(shown, report, context), ...leftOut]),
    ...notCheckedText(report).map(logLine),
  ];
  return lines.map((line) => `${line}\n`).join("");
};

export default githubReport;

export const traits: FormatTraits = {
  forGitHub: true,
  hasCommands: true,
  reportsNotChecked: true,
  takesMaxDiagnostics: true,
  printsExchangesOf: (report, context) => {
    const { shown, annotated } = shownFindings(report, context);
    return [...new Set([...shown.map(([first]) => first), ...annotated])];
  },
};

function shownFindings(
  { diagnostics, failures }: LintReport,
  { all = false, maxDiagnostics }: ReportContext,
): { readonly shown: readonly AlikeFindings[]; readonly annotated: ReadonlySet<Diagnostic> } {
  const groups = all
    ? diagnostics.map((diagnostic): AlikeFindings => [diagnostic])
    : alikeFindings(diagnostics);
  const shown = mostSevere(groups, maxDiagnostics);
  const annotated = all ? new Set(shown.flat()) : annotatedFindings(shown, failures.length);
  return { shown, annotated };
}

/**
 * The findings that GitHub shows beside the lines: of each kind as many as it takes, and first one of
 * those that say the same.
 *
 * @param failures - how many errors there are beside them
 */
function annotatedFindings(
  shown: readonly AlikeFindings[],
  failures: number,
): ReadonlySet<Diagnostic> {
  const left: Record<Severity, number> = {
    error: mostAnnotations - failures,
    warning: mostAnnotations,
    info: mostAnnotations,
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

/** What the log says of findings that are more than GitHub annotates. */
function logLines(
  shown: readonly AlikeFindings[],
  report: LintReport,
  { style }: ReportContext,
): string[] {
  const byName = new Map<string, AlikeFindings[]>();
  for (const alike of shown) getOrAdd(byName, alike[0].rule, () => []).push(alike);
  const plain = { ...style, red: String, yellow: String, blue: String };
  return [
    ...byRule(shown.flat()).flatMap(([rule, found]) => [
      workflowCommand("group", {}, `${rule}: ${countText(found, plain)}`),
      ...(byName.get(rule) ?? []).flatMap(alikeLines),
      workflowCommand("endgroup", {}, ""),
    ]),
    foundText(report, style),
    `GitHub shows up to ${mostAnnotations} annotations of each kind per step; the groups above list the others, too.`,
  ];
}

/** A group is folded until somebody wants to read it, so that it can name more than a few places. */
const mostPlaces = 20;

function alikeLines(alike: AlikeFindings): string[] {
  const [{ severity, message, help, witness }] = alike;
  const places = alike.flatMap(({ location }) => {
    if (location === undefined) return [];
    const { file, start } = location;
    return [`${file}:${start.line}:${start.column}`];
  });
  const [place] = places;
  const isSingle = alike.length === 1 && place !== undefined;
  const more = places.length - mostPlaces;
  return [
    `${severity}: ${isSingle ? `${place}: ` : ""}${message}${environmentsText(alike)}${timesText(alike)}`,
    ...(isSingle ? [] : places.slice(0, mostPlaces).map((one) => `  --> ${one}`)),
    ...(more > 0 ? [`      and ${more} more`] : []),
    ...(witness === undefined ? [] : [`  note: ${witness.message}`]),
    ...(help === undefined ? [] : [`  help: ${help}`]),
  ].map(logLine);
}

/** A line that the log shows as it is: a command begins with two colons, or anywhere with two hashes and a bracket. */
function logLine(text: string): string {
  return printable(text).replaceAll("##[", String.raw`##\u005b`);
}

function findingCommand(diagnostic: Diagnostic): string {
  const { rule, severity, message, help, location, witness } = diagnostic;
  const text = [message, witness?.message ?? [], help ?? []].flat().join("\n");
  const name = severity === "info" ? "notice" : severity;
  if (location === undefined) return workflowCommand(name, { title: rule }, text);
  const { file, start, end } = location;
  // Columns are only taken when the end is on the same line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  return workflowCommand(
    name,
    { file, line: start.line, endLine: end.line, ...columns, title: rule },
    text,
  );
}

function failureCommand({ file, rule, message, help, position, end }: LintFailure): string {
  const text = help === undefined ? message : `${message}\n${help}`;
  const title = rule === undefined ? "The file could not be linted" : `${rule} did not finish`;
  if (position === undefined) return workflowCommand("error", { file, title }, text);
  const endColumn = end?.line === position.line ? { endColumn: end.column } : {};
  const place = { line: position.line, col: position.column, ...endColumn };
  return workflowCommand("error", { file, ...place, title }, text);
}
