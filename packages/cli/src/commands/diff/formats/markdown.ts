import type { Change, JsonValue } from "@traffic-policy/policy-language";
import { counted, visible } from "../../../report/text.ts";
import type { TargetDiff } from "../compare.ts";
import {
  changedThing,
  marksBelow,
  ruleLines,
  cropPieces,
  differenceLines,
  hasMarks,
  type MarkedLine,
  shortened,
} from "../../../report/changes.ts";
import { printTargetErrors, toReportedError } from "../../../report/error.ts";
import { describeTarget } from "../../../report/target.ts";
import type { Terminal } from "../../../context.ts";

/** What GitHub takes as one comment, in characters; counted here in UTF-16 units, which are no fewer. */
const longestComment = 65_536;

/** What the table takes of it at most, so that there is room for differences. */
const longestTable = 20_000;

/** For what is said at the end. */
const roomForEnd = 300;

/** More identical targets than these are reported as a number. */
const mostIdentical = 20;

/**
 * The result of `diff` for a comment on a pull request: a table of the targets, those first that need
 * somebody's eye, and the differences of each in a part that opens. What does not fit in a comment is
 * left out, and said to be. Names and values show as they are, whatever they would mean in Markdown.
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
  let text = `### Traffic policies\n\n${summary(diffs)}\n${table(sorted)}`;
  let left = 0;
  for (const diff of sorted.filter(isDifferent)) {
    const room = longestComment - roomForEnd - text.length;
    const part = left === 0 ? details(diff, room) : undefined;
    if (part === undefined) left += 1;
    else text += part;
  }
  if (left === 0) return text;
  return `${text}\nThe differences of ${counted(left, "target")} are omitted, because a comment holds at most 65,536 characters. \`traffic-policy diff\` shows them.\n`;
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
  if (shown.length === 0) return "";
  let text = "| target | state | place | differences |\n| --- | --- | --- | --- |\n";
  for (const [index, diff] of shown.entries()) {
    const line = row(diff);
    if (text.length + line.length > longestTable) {
      return `${text}\n${counted(shown.length - index, "more target")} are not in this table.\n`;
    }
    text += line;
  }
  return text;
}

function row(diff: TargetDiff): string {
  const state = stateOf(diff);
  const isUrgent = isDifferent(diff) || state === "not read";
  const cells = [
    literalCode(diff.name),
    isUrgent ? `**${state}**` : state,
    literalCode(describeTarget(diff.target)),
    remark(diff),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

function remark({ comparison, error }: TargetDiff): string {
  if (comparison === undefined) return literalCode(toReportedError(error).message);
  const { state, changes, note } = comparison;
  if (note !== undefined) return literalCode(note);
  if (state === "identical") return "";
  return state === "equivalent" ? "in notation only" : String(changes.length);
}

/** The differences of a target, or as many as there is room for; nothing when that is none. */
function details({ name, comparison }: TargetDiff, room: number): string | undefined {
  const lines = (comparison?.changes ?? []).flatMap(changeLines);
  const fence = fenceFor(lines);
  const part = (shown: readonly string[]): string =>
    `\n<details>\n<summary>${literalCode(name)}</summary>\n\n${fence}diff\n${shown.join("\n")}\n${fence}\n\n</details>\n`;
  const whole = part(lines);
  if (whole.length <= room) return whole;
  const note = (count: number): string => `… ${count} more lines omitted`;
  let free = room - part([note(lines.length)]).length;
  const first = lines.findIndex((line) => (free -= line.length + 1) < 0);
  return first < 1 ? undefined : part([...lines.slice(0, first), note(lines.length - first)]);
}

/** A change as the lines of a diff: what is stored with a minus, what is local with a plus. */
function changeLines(change: Change): string[] {
  const thing = shortened(changedThing(change));
  const { before, after } = change;
  switch (change.kind) {
    case "added":
      return [`@@ ${thing} (not stored) @@`, ...signed("+", after)];
    case "removed":
      return [`@@ ${thing} (stored only) @@`, ...signed("-", before)];
    case "moved":
      return [
        `@@ ${thing} (stored as rule ${Number(before) + 1}, now rule ${Number(after) + 1}) @@`,
      ];
    case "enabled":
    case "changed":
      return [`@@ ${thing} @@`, ...differenceLines(before, after).flatMap(markedLines)];
  }
}

function signed(sign: string, rule: JsonValue | undefined): string[] {
  return ruleLines(rule, 2).map((line) => `${sign} ${shortened(line)}`);
}

const signs = { stored: "-", local: "+", both: " ", "left out": " " } as const;

function markedLines(line: MarkedLine): string[] {
  const pieces = cropPieces(line.pieces);
  const text = `${signs[line.side]} ${pieces.map((piece) => piece.text).join("")}`;
  return hasMarks(line) ? [text, `  ${marksBelow(pieces)}`] : [text];
}

const longest = 200;

/**
 * Any text as code in a table or a heading of Markdown, as it is: every character that could mean
 * something there stands as an entity, which never does. Not between backticks, where a table gives
 * no way to write a backslash before a bar.
 */
export function literalCode(text: string): string {
  return `<code>${shortened(visible(text), longest).replace(/[^\w /,()=-]|_/gu, entity)}</code>`;
}

function entity(character: string): string {
  if (character > "\u007f") return character;
  // Parts of text that look like an address become a link at the very end; the comment parts them.
  const end = character === "@" ? "<!-- -->" : "";
  return `&#${character.charCodeAt(0)};${end}`;
}

/** A fence for a block of code that none of these lines can close. */
export function fenceFor(lines: readonly string[]): string {
  const longestRun = lines
    .flatMap((line) => line.match(/`+/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), 0);
  return "`".repeat(Math.max(3, longestRun + 1));
}
