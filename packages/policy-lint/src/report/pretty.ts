import type { Diagnostic, Severity, SourceRange } from "@traffic-policy/policy-language";
import { countSeverities, type LintReport } from "./lint-report.ts";

/** Colours of a terminal; each function wraps a text, or returns it as it is. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly green: (text: string) => string;
}

/**
 * The report for people: every finding with the line it is about, and a summary.
 *
 * @param sourceOf - the text of a file that a finding is in, if it can be shown
 */
export function prettyReport(
  { files, diagnostics, failures }: LintReport,
  style: Style,
  sourceOf: (file: string) => string | undefined,
): string {
  const findings = diagnostics.map((diagnostic) => finding(diagnostic, style, sourceOf));
  return [...findings, summary({ files, diagnostics, failures }, style)].join("\n") + "\n";
}

function finding(
  diagnostic: Diagnostic,
  style: Style,
  sourceOf: (file: string) => string | undefined,
): string {
  const { severity, rule, message, help, location, related = [] } = diagnostic;
  const color = colorOf(severity, style);
  const lines = [`${color(style.bold(severity))}${style.bold(`: ${message}`)} ${style.dim(rule)}`];
  if (location !== undefined) lines.push(...excerpt(location, color, style, sourceOf));
  for (const other of related) {
    const place = other.location === undefined ? other.path : placeOf(other.location);
    lines.push(`${style.blue("  note:")} ${other.message} (${place})`);
  }
  if (help !== undefined) lines.push(`${style.blue("  help:")} ${help}`);
  return `${lines.join("\n")}\n`;
}

function excerpt(
  location: SourceRange,
  color: (text: string) => string,
  style: Style,
  sourceOf: (file: string) => string | undefined,
): string[] {
  const { start, end } = location;
  const arrow = `${style.blue("  -->")} ${placeOf(location)}`;
  const line = sourceOf(location.file)?.split(/\r\n|\n|\r/)[start.line - 1];
  if (line === undefined) return [arrow];
  const last = end.line === start.line ? end.column : line.length + 1;
  const shown = crop(line, start.column - 1, last - 1);
  const margin = " ".repeat(String(start.line).length);
  return [
    arrow,
    style.blue(`  ${margin} |`),
    `${style.blue(`  ${start.line} |`)} ${shown.text}`,
    `${style.blue(`  ${margin} |`)} ${shown.indent}${color("^".repeat(shown.width))}`,
  ];
}

const widestLine = 120;

/** The part of a long line around what is marked, what stands before the marks, and their width. */
function crop(
  line: string,
  start: number,
  end: number,
): { text: string; indent: string; width: number } {
  const from = line.length <= widestLine ? 0 : Math.max(0, start - widestLine / 3);
  const to = Math.min(line.length, from + widestLine);
  const before = `${from > 0 ? "…" : ""}${line.slice(from, start)}`;
  return {
    text: `${before}${line.slice(start, to)}${to < line.length ? "…" : ""}`,
    // Tabs stay tabs, so that the marks stand below what they mark.
    indent: before.replace(/[^\t]/g, " "),
    width: Math.max(1, Math.min(end, to) - start),
  };
}

function placeOf({ file, start }: SourceRange): string {
  return `${file}:${start.line}:${start.column}`;
}

function colorOf(severity: Severity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, info: style.blue }[severity];
}

function summary({ files, diagnostics, failures }: LintReport, style: Style): string {
  const counts = countSeverities(diagnostics);
  const checked = count(files, "file");
  const unread =
    failures.length === 0 ? "" : `, ${count(failures.length, "file")} could not be linted`;
  if (diagnostics.length === 0) {
    return `${failures.length === 0 ? style.green("No findings") : "No findings"} in ${checked}${unread}.`;
  }
  const parts = [
    ...(counts.error > 0 ? [style.red(count(counts.error, "error"))] : []),
    ...(counts.warning > 0 ? [style.yellow(count(counts.warning, "warning"))] : []),
    ...(counts.info > 0 ? [style.blue(`${counts.info} info`)] : []),
  ];
  return `${parts.join(", ")} in ${checked}${unread}.`;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
