import {
  getOrAdd,
  type Diagnostic,
  type Severity,
  type SourceRange,
} from "@traffic-policy/policy-language";
import { countSeverities, type LintReport } from "../lint-report.ts";
import { excerpt } from "../excerpt.ts";
import { fixSummary, fixText } from "../fixes.ts";
import { secretsOf, type SecretsOf } from "../hidden-secrets.ts";
import { printable } from "../printable.ts";
import type { FormatTraits, ReportContext, Reporter, Style } from "../reporter.ts";

/** The report for people: every finding with the line it is about, by file, and a summary. */
const prettyReport: Reporter = (report, context) => {
  const seen = new Set<string>();
  const secrets = secretsOf(report);
  const findings = byFile(report.diagnostics).map((diagnostic) => {
    const isFirst = !seen.has(diagnostic.rule);
    seen.add(diagnostic.rule);
    return finding(diagnostic, fixText(diagnostic, report.fixes), isFirst, { ...context, secrets });
  });
  return `${[...findings, ...summary(report, context.style)].join("\n")}\n`;
};

export default prettyReport;

export const traits: FormatTraits = { reportsFixes: true };

interface PrettyContext extends Pick<ReportContext, "style" | "sourceOf"> {
  readonly secrets: SecretsOf;
}

/** The findings of a file stand together; the files are in the order of their first finding. */
function byFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    getOrAdd(files, diagnostic.location?.file, () => []).push(diagnostic);
  }
  return [...files.values()].flat();
}

/**
 * @param fix - what is to say of its fix
 * @param isFirst - whether it is the first of its rule, so that the page should be named
 */
function finding(
  diagnostic: Diagnostic,
  fix: string | undefined,
  isFirst: boolean,
  context: PrettyContext,
): string {
  const { style } = context;
  const { severity, rule, message, help, location, related = [] } = diagnostic;
  const color = colorOf(severity, style);
  const lines = [
    `${color(style.bold(severity))}${style.bold(`: ${printable(message)}`)} ${style.dim(printable(rule))}`,
  ];
  if (location !== undefined) {
    lines.push(`${style.blue("  -->")} ${placeOf(location)}`);
    const { file } = location;
    lines.push(...excerpt(location, context.sourceOf(file), color, style, context.secrets(file)));
  }
  for (const other of related) {
    const place = other.location === undefined ? printable(other.path) : placeOf(other.location);
    lines.push(`${style.blue("  note:")} ${printable(other.message)} (${place})`);
  }
  // The title of a fix may say all that the help does.
  if (help !== undefined && help !== `${diagnostic.fix?.title}.`) {
    lines.push(`${style.blue("  help:")} ${printable(help)}`);
  }
  if (fix !== undefined) lines.push(`${style.blue("   fix:")} ${printable(fix)}`);
  if (isFirst) lines.push(`${style.blue("  more:")} traffic-policy explain ${printable(rule)}`);
  return `${lines.join("\n")}\n`;
}

function placeOf({ file, start }: SourceRange): string {
  return `${printable(file)}:${start.line}:${start.column}`;
}

function colorOf(severity: Severity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, info: style.blue }[severity];
}

function summary(report: LintReport, style: Style): string[] {
  const { files, diagnostics, failures, baseline } = report;
  const counts = countSeverities(diagnostics);
  const parts = [
    ...(counts.error > 0 ? [style.red(count(counts.error, "error"))] : []),
    ...(counts.warning > 0 ? [style.yellow(count(counts.warning, "warning"))] : []),
    ...(counts.info > 0 ? [style.blue(`${counts.info} info`)] : []),
  ];
  const none = failures.length === 0 ? style.green("No findings") : "No findings";
  const unread = failures.filter(({ rule }) => rule === undefined).length;
  const unfinished = failures.length - unread;
  if (files.length === 0 && unread > 0) return ["Nothing could be linted."];
  const found = parts.length === 0 ? none : parts.join(", ");
  return [
    `${[
      `${found} in ${count(files.length, "file")}`,
      ...(unread > 0 ? [`${count(unread, "file")} could not be linted`] : []),
      ...(unfinished > 0 ? [`${count(unfinished, "lint rule")} did not finish`] : []),
    ].join(", ")}.`,
    ...fixSummary(report),
    ...inBaseline(baseline),
  ];
}

function inBaseline(baseline: LintReport["baseline"]): string[] {
  if (baseline === undefined) return [];
  const left = `${count(baseline.known, "finding")} of the baseline left out.`;
  if (baseline.stale === 0) return [left];
  const gone = count(baseline.stale, "finding");
  const them = baseline.stale === 1 ? "it" : "them";
  return [left, `${gone} of the baseline no longer there: --update-baseline removes ${them}.`];
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
