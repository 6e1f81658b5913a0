import { type SourceRange, type Span } from "@traffic-policy/policy-language";
import { lineStarts, printable } from "@traffic-policy/policy-language/internal";
import { hiddenSpans, withHidden } from "./hidden-secrets.ts";
import type { Style } from "../text/style.ts";
import { textWidth } from "../text/text-width.ts";

/**
 * The line of a file that a range begins in, with marks below the range; nothing without text.
 *
 * @param secrets - where secrets are in the file; but for their first signs, they are shown as stars
 */
export function excerpt(
  { start, end }: SourceRange,
  text: string | undefined,
  color: (text: string) => string,
  style: Style,
  secrets: readonly SourceRange[] = [],
): string[] {
  const line = text === undefined ? undefined : lineOf(text, start.line);
  if (line === undefined) return [];
  const last = end.line === start.line ? end.column : line.length + 1;
  const hidden = hiddenSpans(line, start.line, secrets);
  const shown = crop(line, start.column - 1, last - 1, hidden);
  const margin = " ".repeat(String(start.line).length);
  return [
    style.blue(`  ${margin} |`),
    `${style.blue(`  ${start.line} |`)} ${shown.before}${shown.marked}${shown.after}`,
    `${style.blue(`  ${margin} |`)} ${blank(shown.before)}${color(marks(shown.marked))}`,
  ];
}

// One finding after another is of the same file.
let latest: { readonly text: string; readonly starts: readonly number[] } | undefined;

/** Returns a line of a text, counted from 1, without its line break. */
function lineOf(text: string, line: number): string | undefined {
  if (latest?.text !== text) latest = { text, starts: lineStarts(text) };
  const start = latest.starts[line - 1];
  if (start === undefined) return undefined;
  let end = latest.starts[line] ?? text.length;
  while (end > start && /[\r\n]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** In UTF-16 units, like the columns of a range. */
const longestLine = 120;

function crop(
  line: string,
  start: number,
  end: number,
  hidden: readonly Span[],
): { before: string; marked: string; after: string } {
  const from = line.length <= longestLine ? 0 : wholeAt(line, start - longestLine / 3);
  const to = wholeAt(line, from + longestLine);
  const last = Math.min(end, to);
  const part = (first: number, afterLast: number): string =>
    withHidden(line, { start: first, end: afterLast }, hidden)
      .split("\t")
      .map(printable)
      .join("\t");
  return {
    before: `${from > 0 ? "…" : ""}${part(from, start)}`,
    // How wide a tab is depends on the terminal, and nothing could stand exactly below it.
    marked: part(start, last).replaceAll("\t", " "),
    after: `${part(Math.max(start, last), to)}${to < line.length ? "…" : ""}`,
  };
}

function wholeAt(line: string, offset: number): number {
  const inside = Math.min(Math.max(0, offset), line.length);
  return /^[\udc00-\udfff]/.test(line.slice(inside, inside + 1)) ? inside - 1 : inside;
}

/** White space as wide as a text. Keeps its tabs, so that the following text starts at the same column. */
function blank(text: string): string {
  return text
    .split("\t")
    .map((part) => " ".repeat(textWidth(part)))
    .join("\t");
}

function marks(text: string): string {
  return "^".repeat(Math.max(1, textWidth(text)));
}
