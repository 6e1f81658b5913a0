import { counted } from "@traffic-policy/policy-language/internal";
import { verdictText } from "@traffic-policy/policy-proof/report";
import {
  literalCode,
  longestComment,
  markdownTable,
  notCheckedText,
  type NotChecked,
  visible,
  withFolded,
} from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { behaviourJson } from "../../behaviour/json.ts";
import type { Terminal } from "../../context.ts";
import {
  detailsText,
  differenceLines,
  errorCells,
  printRows,
  rowCells,
  rowDetails,
  type TargetRow,
} from "../../deploying/target-rows.ts";
import { printTargetErrors, toReportedError } from "../../report/error.ts";
import { printJson } from "../../report/json.ts";
import type { DiffOptions } from "./command.ts";
import type { TargetComparison, TargetDiff } from "./compare-targets.ts";
import type { FilesDiff } from "./compare-files.ts";
import type { DiffOutput, FilesDiffOutput } from "./output.ts";

export type DiffView = Pick<DiffOptions, "format" | "verbose" | "quiet">;

interface TargetsView extends DiffView {
  /** Policies of a file without a target to compare them with. */
  readonly notCompared?: readonly NotChecked[];
}

/** More identical targets than this are reported as a number. */
const mostIdentical = 20;

export function printDiff(
  diffs: readonly TargetDiff[],
  { format, verbose, quiet, notCompared }: TargetsView,
  terminal: Terminal,
): void {
  if (quiet) {
    printNotCompared(notCompared, terminal.err);
    printTargetErrors(diffs, terminal);
    return;
  }
  if (format === "json") {
    printJson({ ...diffJson(diffs), notCompared }, terminal);
    return;
  }
  if (format === "markdown") terminal.out(diffMarkdown(diffs, notCompared));
  else {
    printPretty(diffs, verbose === true, terminal);
    printNotCompared(notCompared, terminal.print);
  }
  printTargetErrors(diffs, terminal);
}

export function printFilesDiff(
  diff: FilesDiff,
  { format, verbose, quiet }: DiffView,
  terminal: Terminal,
): void {
  if (quiet) return;
  if (format === "json") printJson(filesDiffJson(diff), terminal);
  else if (format === "markdown") terminal.out(filesDiffMarkdown(diff));
  else printPrettyFiles(diff, verbose === true, terminal);
}

const longestState = "equivalent".length;

function printPretty(diffs: readonly TargetDiff[], verbose: boolean, terminal: Terminal): void {
  const { print, style } = terminal;
  const identical = diffs.filter(isIdentical);
  const isCounted = identical.length > mostIdentical && !verbose;
  const shown = isCounted ? diffs.filter((diff) => !isIdentical(diff)) : diffs;
  const rows = shown.flatMap((diff) => rowOf(diff) ?? []).map(verbose ? (row) => row : withRemark);
  const view = { wording: "diff", style, mask: new SecretMask(), verbose } as const;
  printRows(rows, longestState, { ...view, showsNotation: verbose }, terminal);
  if (isCounted) print(`${style.green(`${identical.length} targets are identical.`)}\n`);
}

function printPrettyFiles(diff: FilesDiff, verbose: boolean, { print, style }: Terminal): void {
  const names = diff.files.map((file) => visible(file)).join(" → ");
  const { word, color, ...row } = comparisonRow(diff);
  const view = { wording: "files", style, mask: new SecretMask(), verbose } as const;
  print(`${style[color](word)}  ${style.dim(names)}\n`);
  print(detailsText({ ...row, word, color }, { ...view, showsNotation: true }));
}

function rowOf({ name, target, comparison }: TargetDiff): TargetRow | undefined {
  return comparison && { name, target, ...comparisonRow(comparison) };
}

function comparisonRow(comparison: TargetComparison): Omit<TargetRow, "name" | "target"> {
  const { state, ...others } = comparison;
  const isSame = state === "identical" || state === "equivalent";
  return { ...others, word: state, color: isSame ? "green" : "red", isSame };
}

function withRemark(row: TargetRow): TargetRow {
  const count = counted(row.changes.length, "place");
  return row.word === "equivalent" ? { ...row, remark: `written differently in ${count}` } : row;
}

/** Maximum length of the table in a comment, so that the differences have room. */
const longestTable = 20_000;

/**
 * The result of `diff` as a pull request comment: a table of the targets, with those that need attention first, and
 * the differences of each in a collapsible section. Content that does not fit is left out, with a note. Names and
 * values are escaped, so that they cannot act as Markdown.
 */
export function diffMarkdown(
  diffs: readonly TargetDiff[],
  notCompared?: readonly NotChecked[],
): string {
  const sorted = diffs.toSorted((one, other) => rank(one) - rank(other));
  const mask = new SecretMask();
  const left = notComparedText(notCompared, (name) => literalCode(name));
  const text = [
    `### Traffic policies\n\n${summary(diffs)}\n${table(sorted)}`,
    ...left.map((line) => `\n${line}\n`),
  ].join("");
  const parts = sorted
    .flatMap((diff) => rowOf(diff) ?? [])
    .filter(({ isSame }) => !isSame)
    .map((row) => rowDetails(row, "diff", mask));
  return withFolded(
    text,
    parts,
    longestComment,
    (count) =>
      `The differences of ${counted(count, "target")} are omitted, because a comment holds at most 65,536 characters. \`traffic-policy diff\` shows them.`,
  );
}

/** Names the policies that were not compared, in a line; nothing when there are none. */
export function notComparedText(
  notChecked: readonly NotChecked[] = [],
  shown: (name: string) => string,
): readonly string[] {
  return notCheckedText({ notChecked }, shown, "compared");
}

export function printNotCompared(
  notCompared: readonly NotChecked[] | undefined,
  print: (text: string) => void,
): void {
  for (const line of notComparedText(notCompared, visible)) print(`${line}\n`);
}

function filesDiffMarkdown(diff: FilesDiff): string {
  const { files, state, note, behaviour } = diff;
  const names = files.map((file) => literalCode(file)).join(" → ");
  const meaning = behaviour === undefined ? "" : `, behaviour ${verdictText(behaviour)}`;
  const said = note === undefined ? "" : `\n${literalCode(note)}\n`;
  const text = `### Two policies\n\n${names}: ${state}${meaning}.\n${said}`;
  const lines = differenceLines(diff, "files", new SecretMask());
  const parts = lines.length === 0 ? [] : [{ heading: "Differences", lines, language: "diff" }];
  const omitted = "The differences are omitted, because a comment holds at most 65,536 characters.";
  return withFolded(text, parts, longestComment, () => omitted);
}

const states = ["not read", "different", "absent", "equivalent", "identical"] as const;

function stateOf({ comparison }: TargetDiff): (typeof states)[number] {
  return comparison?.state ?? "not read";
}

function isIdentical(diff: TargetDiff): boolean {
  return stateOf(diff) === "identical";
}

function rank(diff: TargetDiff): number {
  return states.indexOf(stateOf(diff));
}

function summary(diffs: readonly TargetDiff[]): string {
  const counts = states.flatMap((state) => {
    const count = diffs.filter((diff) => stateOf(diff) === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  return `${counted(diffs.length, "target")}: ${counts.join(", ")}.\n`;
}

function table(sorted: readonly TargetDiff[]): string {
  const identical = sorted.filter(isIdentical).length;
  const shown = identical > mostIdentical ? sorted.slice(0, -identical) : sorted;
  const headings = ["target", "state", "place", "differences"];
  const rows = shown.map((diff) => {
    if (diff.error !== undefined) return errorCells(diff, "not read");
    return rowCells({ ...diff, ...comparisonRow(diff.comparison) });
  });
  return markdownTable(headings, rows, { noun: "target", longest: longestTable });
}

function diffJson(diffs: readonly TargetDiff[]): DiffOutput {
  const mask = new SecretMask();
  return {
    version: 1,
    targets: diffs.map(({ name, target: { kind }, comparison, error }) =>
      comparison === undefined
        ? { target: name, kind, error: toReportedError(error) }
        : { target: name, kind, ...comparisonJson(comparison, mask) },
    ),
  };
}

function filesDiffJson({ files: [before, after], ...comparison }: FilesDiff): FilesDiffOutput {
  return { version: 1, before, after, ...comparisonJson(comparison, new SecretMask()) };
}

export function comparisonJson<Comparison extends Pick<TargetComparison, "behaviour" | "changes">>(
  { behaviour, changes, ...others }: Comparison,
  mask: SecretMask,
) {
  return {
    ...others,
    ...(behaviour && { behaviour: behaviourJson(behaviour, mask) }),
    changes: mask.changes(changes),
  };
}
