/** A half-open range of UTF-16 offsets: `start` is inside, `end` is the first offset after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a file; line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A range in a file; `end` is the place after the last character. */
export interface SourceRange {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
}

/** Returns the ranges of a file around some of its ranges, which are in their order and do not overlap. */
export function rangesAround(file: string, kept: readonly SourceRange[]): SourceRange[] {
  const starts = [{ line: 1, column: 1 }, ...kept.map(({ end }) => end)];
  const ends = [...kept.map(({ start }) => start), { line: Infinity, column: 1 }];
  return starts.flatMap((start, index) => {
    const end = ends[index];
    return end === undefined ? [] : [{ file, start, end }];
  });
}

/**
 * A place as it is shown: `web.json:3:5`, or the file alone when no more is known.
 *
 * @param file - as it is shown
 */
export function placeText(file: string, at: Position | undefined): string {
  return at === undefined ? file : `${file}:${at.line}:${at.column}`;
}

const byteOrderMark = "\ufeff";

/** Lines and columns of a text, as editors count them: a byte order mark has no column. */
export class TextPositions {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The position of a UTF-16 offset. */
  at(offset: number): Position {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 };
  }
}

const lineFeed = 10;
const carriageReturn = 13;

/** The offsets of the first characters of all lines; that of the first is after a byte order mark. */
export function lineStarts(text: string): number[] {
  const starts = [text.startsWith(byteOrderMark) ? 1 : 0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  // Matching a regular expression would make an object for each line.
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit !== lineFeed && unit !== carriageReturn) continue;
    if (unit === carriageReturn && text.charCodeAt(index + 1) === lineFeed) index += 1;
    starts.push(index + 1);
  }
  return starts;
}
