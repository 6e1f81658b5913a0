import { diffArrays } from "diff";
import type { Piece } from "./marked-line.ts";

/** What differs between two lines, side by side. */
export interface MarkedPair {
  readonly stored: readonly Piece[];
  readonly local: readonly Piece[];
}

// Beyond this many differing words two lines are two lines, and looking for more takes long.
const mostEdits = 400;

// Of lines with less than this in common, marks would be all over.
const leastCommon = 0.3;

/**
 * Marks the words in which two lines differ. Lines that have little in common are not marked, nor
 * are very long ones that differ everywhere.
 */
export function markDifferences(stored: string, local: string): MarkedPair {
  const changes = diffArrays(wordsOf(stored), wordsOf(local), { maxEditLength: mostEdits });
  const pair: { stored: Piece[]; local: Piece[] } = { stored: [], local: [] };
  let common = 0;
  for (const [index, { value, added, removed }] of (changes ?? []).entries()) {
    const text = value.join("");
    // A space between two words that differ is no common text to anyone's eye.
    const isGap =
      index > 0 && index < (changes?.length ?? 0) - 1 && /^[^\p{L}\p{N}]{1,2}$/u.test(text);
    const isMarked = added || removed || isGap;
    if (!isMarked) common += letters(text);
    if (!added) append(pair.stored, { text, isMarked });
    if (!removed) append(pair.local, { text, isMarked });
  }
  if (common === 0 || common < leastCommon * Math.max(letters(stored), letters(local))) {
    return { stored: unmarked(stored), local: unmarked(local) };
  }
  return pair;
}

const escapes = /\\u[\da-f]{4}|\\./g;

/** How much there is in a text to recognise it by. */
function letters(text: string): number {
  return text.replace(escapes, "").match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function unmarked(text: string): Piece[] {
  return [{ text, isMarked: false }];
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.isMarked === piece.isMarked) {
    pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
  } else if (piece.text !== "") pieces.push(piece);
}

/** Words, numbers, spaces, and every other character on its own; an escape of JSON is one word. */
function wordsOf(text: string): string[] {
  return text.match(/\\u[\da-f]{4}|\\.|[\p{L}\p{N}\p{M}_]+|\s+|./gsu) ?? [];
}
