import type { Span } from "../../span.ts";

/** A line of a scalar. */
export interface TextLine {
  /** Without the line break. */
  readonly text: string;
  /** Offset of its first character in the file. */
  readonly offset: number;
  /** The line break that ends it; empty at the end of the scalar. */
  readonly break: Span;
}

/** The lines of a scalar that stands at an offset of the file. */
export function textLines(source: string, offset: number): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  const add = (end: number, next: number): void => {
    lines.push({
      text: source.slice(start, end),
      offset: offset + start,
      break: { start: offset + end, end: offset + next },
    });
    start = next;
  };
  for (const { index, 0: lineBreak } of source.matchAll(/\r?\n/g)) {
    add(index, index + lineBreak.length);
  }
  add(source.length, source.length);
  return lines;
}

/** What line breaks between words become: one is a space, of several the first does not count. */
export function foldedBreaks(breaks: readonly Span[]): string {
  return breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1);
}
