import { literalCode, longestComment, markdownTable, withFolded } from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { verdictText } from "@traffic-policy/policy-proof/report";
import type { Terminal } from "../../../context.ts";
import { changesDiff, wordings } from "@traffic-policy/report/changes";
import { printTargetErrors, toReportedError } from "../../../report/error.ts";
import { describeTarget } from "../../../service/target-words.ts";
import { counted } from "@traffic-policy/policy-language/internal";
import { behaviourMarkdown } from "../../../behaviour/markdown.ts";
import type { TargetComparison, TargetDiff } from "../compare.ts";
import type { FilesDiff } from "../compare-files.ts";

/** Maximum length of the table in a comment, so that the differences have room. */
const longestTable = 20_000;

/** More identical targets than this are reported as a number. */
const mostIdentical = 20;

/**
 * Prints the result of `diff` as a pull request comment: a table of the targets, with those that need attention
 * first, and the differences of each target in a collapsible section. Content that does not fit is left out, with a
 * note. Names and values are escaped, so that they cannot act as Markdown.
 */
export default function markdownDiff(
  diffs: readonly TargetDiff[],
  _verbose: boolean,
  terminal: Terminal,
): void {
  terminal.out(diffMarkdown(diffs));
  printTargetErrors(diffs, terminal);
}

export function diffMarkdown(diffs: readonly TargetDiff[]): string {
  const sorted = diffs.toSorted((one, other) => rank(one) - rank(other));
  const mask = new SecretMask();
  const text = `### Traffic policies\n\n${summary(diffs)}\n${table(sorted)}`;
  const parts = sorted.filter(isDifferent).map(({ name, comparison }) => ({
    heading: literalCode(name),
    lines: differenceLines(comparison, "diff", mask),
    language: "diff",
  }));
  return withFolded(
    text,
    parts,
    longestComment,
    (left) =>
      `The differences of ${counted(left, "target")} are omitted, because a comment holds at most 65,536 characters. \`traffic-policy diff\` shows them.`,
  );
}

export function printFilesDiff(diff: FilesDiff, _verbose: boolean, { out }: Terminal): void {
  out(filesDiffMarkdown(diff));
}

export function filesDiffMarkdown(diff: FilesDiff): string {
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

function differenceLines(
  comparison: TargetComparison | undefined,
  wording: "diff" | "files",
  mask: SecretMask,
): string[] {
  const { changes = [], behaviour } = comparison ?? {};
  return [
    ...changesDiff(changes, wording, mask),
    ...behaviourMarkdown(behaviour, { sides: wordings[wording].sides, mask }),
  ];
}

const states = ["not read", "different", "absent", "equivalent", "identical"] as const;

type State = (typeof states)[number];

function stateOf({ comparison }: TargetDiff): State {
  return comparison?.state ?? "not read";
}

function rank(diff: TargetDiff): number {
  return states.indexOf(stateOf(diff));
}

function isDifferent(diff: TargetDiff): boolean {
  return stateOf(diff) === "different" || stateOf(diff) === "absent";
}

function summary(diffs: readonly TargetDiff[]): string {
  const counts = states.flatMap((state) => {
    const count = diffs.filter((diff) => stateOf(diff) === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  return `${counted(diffs.length, "target")}: ${counts.join(", ")}.\n`;
}

function table(sorted: readonly TargetDiff[]): string {
  const identical = sorted.filter((diff) => stateOf(diff) === "identical");
  const shown = identical.length > mostIdentical ? sorted.slice(0, -identical.length) : sorted;
  const headings = ["target", "state", "place", "differences"];
  return markdownTable(headings, shown.map(cellsOf), { noun: "target", longest: longestTable });
}

function cellsOf(diff: TargetDiff): string[] {
  const state = stateOf(diff);
  const isUrgent = isDifferent(diff) || state === "not read";
  return [
    literalCode(diff.name),
    isUrgent ? `**${state}**` : state,
    literalCode(describeTarget(diff.target)),
    remark(diff),
  ];
}

function remark({ comparison, error }: TargetDiff): string {
  if (comparison === undefined) return literalCode(toReportedError(error).message);
  const { state, changes, note, behaviour } = comparison;
  if (state === "identical") return "";
  const meaning = behaviour === undefined || state === "equivalent" ? [] : [verdictText(behaviour)];
  const what =
    note !== undefined
      ? literalCode(note)
      : state === "equivalent"
        ? "in notation only"
        : String(changes.length);
  return [what, ...meaning].join("; behaviour ");
}
