import { type Diagnostic } from "@traffic-policy/policy-language";
import {
  countSeverities,
  counted,
  getOrAdd,
  printable,
} from "@traffic-policy/policy-language/internal";
import { rankOf } from "./alike.ts";
import { titles, type LintReport, type Report } from "../report.ts";
import type { Style } from "../text/style.ts";
import { aligned } from "../text/table.ts";

export function foundText({ files, diagnostics, failures }: LintReport, style: Style): string {
  const none = failures.length === 0 ? style.green("No findings") : "No findings";
  const unread = failures.filter(({ rule }) => rule === undefined).length;
  const unfinished = failures.length - unread;
  if (files.length === 0 && unread > 0) return "Nothing could be linted.";
  const found = diagnostics.length === 0 ? none : severitiesText(diagnostics, style);
  return `${[
    `${found} in ${counted(files.length, "file")}`,
    ...(unread > 0 ? [`${counted(unread, "file")} could not be linted`] : []),
    ...(unfinished > 0 ? [`${counted(unfinished, "lint rule")} did not finish`] : []),
  ].join(", ")}.`;
}

const mostNamed = 3;

/**
 * Which files were left out, and why: a sentence; nothing when there are none.
 *
 * @param shown - how the name of a file is written
 * @param done - what was done with the other files
 */
export function notCheckedText(
  { notChecked = [], ignored = 0 }: Pick<LintReport, "notChecked" | "ignored">,
  shown: (file: string) => string = printable,
  done = "linted",
): string[] {
  if (!leavesOut({ notChecked, ignored })) return [];
  const byReason = new Map<string, string[]>();
  for (const { file, reason } of notChecked) getOrAdd(byReason, reason, () => []).push(file);
  const parts = [...byReason].map(([reason, files]) => {
    const named = files.slice(0, mostNamed).map(shown);
    const others = files.length - named.length;
    return `${named.join(", ")}${others > 0 ? ` and ${others} more` : ""} (${reason})`;
  });
  if (ignored > 0) parts.push(`${counted(ignored, "file")} (ignored by lint.ignore)`);
  return [`Not ${done}: ${parts.join("; ")}.`];
}

/** Says which files a command left out, and why, in its own words; nothing when there are none. */
export function leftOutText(report: Report, shown?: (file: string) => string): string[] {
  return notCheckedText(report, shown, titles[report.command].examined);
}

/** Says that something was left out: `Not linted`. */
export function leftOutTitle({ command }: Pick<Report, "command">): string {
  return `Not ${titles[command].examined}`;
}

/** Checks whether a report leaves anything out. */
export function leavesOut({
  notChecked = [],
  ignored = 0,
}: Pick<LintReport, "notChecked" | "ignored">): boolean {
  return notChecked.length + ignored > 0;
}

/** Says how many files of folders the configuration leaves out; nothing when there are none. */
export function ignoredText({ ignored = 0 }: Pick<LintReport, "ignored">): string[] {
  return ignored === 0 ? [] : [`${counted(ignored, "file")} ignored by lint.ignore`];
}

/** Says how many findings a baseline leaves out, and how many of its own are gone; nothing without a baseline. */
export function baselineText({ baseline }: Pick<LintReport, "baseline">): string[] {
  if (baseline === undefined) return [];
  const left = `${counted(baseline.known, "finding")} of the baseline left out.`;
  if (baseline.stale === 0) return [left];
  const gone = counted(baseline.stale, "finding");
  const them = baseline.stale === 1 ? "it" : "them";
  return [left, `${gone} of the baseline no longer there: --update-baseline removes ${them}.`];
}

const few = 20;

export function areMany(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.length > few;
}

const mostRows = 10;

export function countLines(diagnostics: readonly Diagnostic[], style: Style): string[] {
  const rules = byRule(diagnostics);
  const folders = mostFirst(diagnostics, ({ location }) => location && folderOf(location.file));
  const shown = [...rules.slice(0, mostRows), ...folders.slice(0, mostRows)];
  const lines = aligned(
    shown.map(([name, found]) => [printable(name), countText(found, style)]),
    style,
    { indent: 2 },
  );
  const table = (noun: string, rows: readonly Counted[]): string[] => {
    if (rows.length === 0) return [];
    const others = rows.slice(mostRows);
    const sum = others.reduce((all, [, found]) => all + found.length, 0);
    return [
      style.bold(`By ${noun}:`),
      ...lines.splice(0, rows.length - others.length),
      ...(others.length > 0
        ? [style.dim(`  and ${others.length} more ${noun}s with ${counted(sum, "finding")}`)]
        : []),
    ];
  };
  return [...table("rule", rules), ...table("folder", folders)];
}

type Counted = readonly [name: string, found: readonly Diagnostic[]];

export function byRule(diagnostics: readonly Diagnostic[]): Counted[] {
  return mostFirst(diagnostics, ({ rule }) => rule);
}

/** Counts findings as text: `12 errors, 3 warnings in 4 files`. */
export function countText(found: readonly Diagnostic[], style: Style): string {
  const files = new Set(found.flatMap(({ location }) => location?.file ?? [])).size;
  const where = files === 0 ? "" : ` in ${counted(files, "file")}`;
  return `${severitiesText(found, style)}${where}`;
}

function severitiesText(diagnostics: readonly Diagnostic[], style: Style): string {
  const { error, warning, info } = countSeverities(diagnostics);
  return [
    ...(error > 0 ? [style.red(counted(error, "error"))] : []),
    ...(warning > 0 ? [style.yellow(counted(warning, "warning"))] : []),
    ...(info > 0 ? [style.blue(`${info} info`)] : []),
  ].join(", ");
}

function mostFirst(
  diagnostics: readonly Diagnostic[],
  nameOf: (diagnostic: Diagnostic) => string | undefined,
): Counted[] {
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const name = nameOf(diagnostic);
    if (name !== undefined) getOrAdd(found, name, () => []).push(diagnostic);
  }
  const worst = (some: readonly Diagnostic[]): number =>
    some.reduce((rank, one) => Math.min(rank, rankOf(one)), Infinity);
  return [...found].toSorted(
    ([name, one], [otherName, other]) =>
      other.length - one.length || worst(one) - worst(other) || (name < otherName ? -1 : 1),
  );
}

function folderOf(file: string): string {
  const end = file.lastIndexOf("/");
  return end === -1 ? "." : file.slice(0, end) || "/";
}
