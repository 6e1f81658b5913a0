import type { Piece } from "./marked-line.ts";

/** In UTF-16 units. */
const longestLine = 120;
const around = 30;
const longestPiece = 1000;

/** A line without what would hide the marks in it: of a long one, what is around them. */
export function cropPieces(pieces: readonly Piece[]): Piece[] {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= longestLine) return [...pieces];
  const isMarked = pieces.some((piece) => piece.isMarked);
  return pieces.map((piece, index) => {
    const text =
      isMarked && !piece.isMarked
        ? cropped(piece.text, index === 0 ? 0 : around, index === pieces.length - 1 ? 0 : around)
        : shortened(piece.text);
    return { ...piece, text };
  });
}

/** The beginning and the end of a text that is equal on both sides. */
function cropped(text: string, first: number, last: number): string {
  if (text.length <= first + last + around) return text;
  return `${beginning(text, first)}…${last === 0 ? "" : end(text, last)}`;
}

/** The beginning of a text that is very long. */
export function shortened(text: string, length: number = longestPiece): string {
  if (text.length <= length) return text;
  const shown = beginning(text, length);
  return `${shown}… (${text.length - shown.length} characters more)`;
}

/** No character is cut in two. */
function beginning(text: string, length: number): string {
  return /[\ud800-\udbff]$/.test(text.slice(0, length))
    ? text.slice(0, length - 1)
    : text.slice(0, length);
}

function end(text: string, length: number): string {
  const from = text.length - length;
  return text.slice(/^[\udc00-\udfff]/.test(text.slice(from)) ? from + 1 : from);
}
