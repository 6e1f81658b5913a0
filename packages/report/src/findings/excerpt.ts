import { type SourceRange, type Span } from "@traffic-policy/policy-language";
import { lineStarts, printable } from "@traffic-policy/policy-language/internal";
import { secretPlaces, secretsByForm } from "../secret-places.ts";
import { isCodeFile } from "./fixes.ts";
import { hiddenSpans, withHidden } from "./hidden-secrets.ts";
import type { Style } from "../text/style.ts";
import { textWidth } from "../text/text-width.ts";

/**
 * The line of a file that a range begins in, with marks below the range; nothing without text.
 *
 * @param secrets - where secrets are in the file; but for their first signs, they are shown as stars
 */
export function excerpt(
  { file, start, end }: SourceRange,
  text: string | undefined,
  color: (text: string) => string,
  style: Style,
  secrets: readonly SourceRange[] = [],
): string[] {
  const source = text === undefined ? undefined : sourceOf(text, file);
  const at = source?.lineAt(start.line);
  if (source === undefined || at === undefined) return [];
  const line = source.text.slice(at.start, at.end);
  const last = end.line === start.line ? end.column : line.length + 1;
  const margin = " ".repeat(String(start.line).length);
  const room = style.width === Infinity ? longestLine : style.width - `  ${margin} | `.length;
  // Of a line of megabytes, what is far away is not looked at.
  const near = {
    start: wholeAt(line, start.column - 1 - room),
    end: wholeAt(line, start.column - 1 + 2 * room),
  };
  const hidden = hiddenSpans(line, start.line, secrets, source.secretsIn(at, near));
  const shown = crop(line, { start: start.column - 1, end: last - 1 }, near, hidden, room);
  return [
    style.blue(`  ${margin} |`),
    `${style.blue(`  ${start.line} |`)} ${shown.text}`,
    `${style.blue(`  ${margin} |`)} ${" ".repeat(shown.before)}${color("^".repeat(shown.marks))}`,
  ];
}

// One finding after another is of the same file.
let latest: Source | undefined;

function sourceOf(text: string, file: string): Source {
  if (latest?.text !== text) latest = new Source(text, isCodeFile(file));
  return latest;
}

class Source {
  readonly text: string;
  readonly #starts: readonly number[];
  readonly #secrets: readonly Span[];
  // One finding after another is of the same line.
  #latest: { readonly line: Span; readonly secrets: readonly Span[] } | undefined;

  constructor(text: string, isCode: boolean) {
    this.text = text;
    this.#starts = lineStarts(text);
    this.#secrets = secretPlaces(text, isCode);
  }

  /** A line, counted from 1, without its line break. */
  lineAt(line: number): Span | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    let end = this.#starts[line] ?? this.text.length;
    while (end > start && /[\r\n]/.test(this.text.charAt(end - 1))) end -= 1;
    return { start, end };
  }

  /** The secrets near a place in a line, by their names and their forms, from the beginning of the line. */
  secretsIn(line: Span, near: Span): Span[] {
    if (this.#latest?.line.start !== line.start)
      this.#latest = { line, secrets: this.#inLine(line) };
    return this.#latest.secrets.filter(({ start, end }) => start < near.end && near.start < end);
  }

  #inLine(line: Span): Span[] {
    const named = this.#secrets
      .filter(({ start, end }) => start < line.end && line.start < end)
      .map(({ start, end }) => ({
        start: Math.max(0, start - line.start),
        end: Math.min(line.end, end) - line.start,
      }));
    return [...named, ...secretsByForm(this.text.slice(line.start, line.end))];
  }
}

/** In columns, where no terminal limits it. */
const longestLine = 120;

/** Returns the part of a line around a span that fits into some columns, with marks at the cuts. */
function crop(
  line: string,
  { start, end }: Span,
  near: Span,
  hidden: readonly Span[],
  room: number,
): { readonly text: string; readonly before: number; readonly marks: number } {
  const { start: first, end: last } = near;
  const signs = signsOf(withHidden(line, near, hidden), first);
  const found = signs.findIndex(({ at }) => at >= start);
  const subject = found === -1 ? signs.length : found;
  // A mark after the last character takes a column, too.
  const caret = found === -1 ? 1 : 0;
  const isWhole = first === 0 && last === line.length && widthOf(signs) + caret <= room;
  const after = widthOf(signs.slice(subject)) + caret + (last < line.length ? 1 : 0);
  const lead = isWhole ? Infinity : Math.max(Math.floor(room / 3), room - after) - 1;
  const from = subject - fitting(signs.slice(0, subject).toReversed(), lead);
  const before = `${from > 0 || first > 0 ? "…" : ""}${textOf(signs.slice(from, subject))}`;
  const rest = room - textWidth(before) - caret;
  const isRest = last === line.length && widthOf(signs.slice(subject)) <= rest;
  const to = subject + fitting(signs.slice(subject), isRest ? rest : rest - 1);
  const marked = signs.slice(subject, to).filter(({ at }) => at < end);
  return {
    text: `${before}${textOf(signs.slice(subject, to))}${isRest ? "" : "…"}`,
    before: textWidth(before),
    marks: Math.max(1, widthOf(marked)),
  };
}

/** A character as it is seen: what is not to be obeyed is escaped, and a tab has a width that no terminal changes. */
interface Sign {
  /** In UTF-16 units from the beginning of the line. */
  readonly at: number;
  readonly text: string;
  readonly width: number;
}

function signsOf(text: string, first: number): Sign[] {
  const isPlain = /^[\t -~]*$/.test(text);
  // Created on demand, because that takes longer than linting a policy.
  const all = isPlain
    ? Array.from(text, (segment, index) => ({ segment, index }))
    : [...new Intl.Segmenter().segment(text)];
  return all.map(({ segment, index }) => {
    const shown = segment === "\t" ? "    " : printable(segment);
    return { at: first + index, text: shown, width: textWidth(shown) };
  });
}

/** Returns how many of the first characters fit into some columns. */
function fitting(signs: readonly Sign[], columns: number): number {
  let rest = columns;
  const end = signs.findIndex(({ width }) => (rest -= width) < 0);
  return end === -1 ? signs.length : end;
}

function widthOf(signs: readonly Sign[]): number {
  return signs.reduce((sum, { width }) => sum + width, 0);
}

function textOf(signs: readonly Sign[]): string {
  return signs.map(({ text }) => text).join("");
}

function wholeAt(line: string, offset: number): number {
  const inside = Math.min(Math.max(0, offset), line.length);
  return /^[\udc00-\udfff]/.test(line.slice(inside, inside + 1)) ? inside - 1 : inside;
}
