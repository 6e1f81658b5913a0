import { serialize, type JsonValue } from "@traffic-policy/policy-language";
import { diffLines } from "diff";
import { markDifferences } from "./mark-differences.ts";
import { plainLine, type MarkedLine } from "./marked-line.ts";
import { visible } from "./visible.ts";

/** Lines of a text that are shown before and after those that differ. */
const context = 2;

const mostEdits = 2000;

/**
 * Two values as lines, with marks where they differ: texts of several lines line by line, everything
 * else as one line of JSON for each side. Nothing in the lines is left to be obeyed by a terminal.
 */
export function differenceLines(
  stored: JsonValue | undefined,
  local: JsonValue | undefined,
): readonly MarkedLine[] {
  if (hasLines(stored) && hasLines(local)) return textLines(stored, local);
  return pairLines(show(stored), show(local));
}

/** Whether a value is a text, and one that is read as lines. */
function hasLines(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

/** Whether two values are shown as the lines of texts, and not as a line of JSON each. */
export function areTexts(stored: JsonValue | undefined, local: JsonValue | undefined): boolean {
  return hasLines(stored) && hasLines(local);
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? "(nothing)" : visible(serialize(value));
}

function pairLines(stored: string, local: string): MarkedLine[] {
  const marked = markDifferences(stored, local);
  return [
    { side: "stored", pieces: marked.stored },
    { side: "local", pieces: marked.local },
  ];
}

function textLines(stored: string, local: string): MarkedLine[] {
  const changes = diffLines(stored, local, { maxEditLength: mostEdits }) ?? [
    { value: stored, removed: true, added: false },
    { value: local, removed: false, added: true },
  ];
  const tellsEnd = stored.endsWith("\n") !== local.endsWith("\n");
  const linesOf = (text: string): string[] => shownLines(text, tellsEnd);
  return changes.flatMap(({ value, added, removed }, index): MarkedLine[] => {
    const before = changes[index - 1];
    const after = changes[index + 1];
    // A run of lines that are gone is told together with what came in its place.
    if (removed && after?.added) return replacedLines(linesOf(value), linesOf(after.value));
    if (added && before?.removed) return [];
    if (removed || added) {
      return linesOf(value).map((line) => plainLine(removed ? "stored" : "local", line));
    }
    return equalLines(linesOf(value), before === undefined, after === undefined);
  });
}

function replacedLines(stored: readonly string[], local: readonly string[]): MarkedLine[] {
  const pairs = stored
    .slice(0, local.length)
    .map((line, index) => pairLines(line, local[index] ?? ""));
  const sides = (side: number): MarkedLine[] => pairs.flatMap((pair) => pair.slice(side, side + 1));
  return [
    ...sides(0),
    ...stored.slice(pairs.length).map((line) => plainLine("stored", line)),
    ...sides(1),
    ...local.slice(pairs.length).map((line) => plainLine("local", line)),
  ];
}

function equalLines(lines: readonly string[], isFirst: boolean, isLast: boolean): MarkedLine[] {
  const first = isFirst ? 0 : context;
  const last = isLast ? 0 : context;
  const left = lines.length - first - last;
  if (left <= 1) return lines.map((line) => plainLine("both", line));
  return [
    ...lines.slice(0, first).map((line) => plainLine("both", line)),
    plainLine("left out", `… ${left} equal lines`),
    ...lines.slice(lines.length - last).map((line) => plainLine("both", line)),
  ];
}

/** The lines of a text, each as JSON writes it but for the quotes. */
function shownLines(text: string, tellsEnd: boolean): string[] {
  const lines = text
    .split("\n")
    .map((line) => visible(JSON.stringify(line).slice(1, -1).replaceAll('\\"', '"')));
  // What follows the last line break is no line, unless there is something.
  const rest = lines.pop() ?? "";
  if (rest === "") return lines;
  return [...lines, tellsEnd ? `${rest} (no line break)` : rest];
}
