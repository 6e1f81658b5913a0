import { lineStarts, type SourceRange } from "@traffic-policy/policy-language";
import { printable } from "./printable.ts";
import type { Style } from "./reporter.ts";

/** The line of a file that a range begins in, with marks below the range; nothing without text. */
export function excerpt(
  { start, end }: SourceRange,
  text: string | undefined,
  color: (text: string) => string,
  style: Style,
): string[] {
  const line = text === undefined ? undefined : lineOf(text, start.line);
  if (line === undefined) return [];
  const last = end.line === start.line ? end.column : line.length + 1;
  const shown = crop(line, start.column - 1, last - 1);
  const margin = " ".repeat(String(start.line).length);
  return [
    style.blue(`  ${margin} |`),
    `${style.blue(`  ${start.line} |`)} ${printable(shown.text)}`,
    `${style.blue(`  ${margin} |`)} ${shown.indent}${color("^".repeat(shown.width))}`,
  ];
}

// One finding after another is of the same file.
let latest: { readonly text: string; readonly starts: readonly number[] } | undefined;

/** A line of a text, counted from 1, without its line break. */
function lineOf(text: string, line: number): string | undefined {
  if (latest?.text !== text) latest = { text, starts: lineStarts(text) };
  const start = latest.starts[line - 1];
  if (start === undefined) return undefined;
  let end = latest.starts[line] ?? text.length;
  while (end > start && /[\r\n]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
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
