/** A piece of a line; `isMarked` when the other side has something else in its place. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A line of one side of a difference, or of both, or that says what is not shown. */
export interface MarkedLine {
  readonly side: "stored" | "local" | "both" | "left out";
  readonly pieces: readonly Piece[];
}

/** A line in one piece. */
export function plainLine(side: MarkedLine["side"], text: string): MarkedLine {
  return { side, pieces: [{ text, isMarked: false }] };
}

/** Whether there is anything marked in a line. */
export function hasMarks({ pieces }: MarkedLine): boolean {
  return pieces.some(({ isMarked }) => isMarked);
}
