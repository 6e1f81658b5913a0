/** A place in a file; line and column count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const byteOrderMark = "\ufeff";

/** Lines and columns of a text, as editors count them: a byte order mark has no column. */
export class TextPositions {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [text.startsWith(byteOrderMark) ? 1 : 0];
    for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
    this.#starts = starts;
  }

  /** The position of a UTF-16 offset. */
  at(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (this.#starts[low] ?? 0)) + 1 };
  }
}
