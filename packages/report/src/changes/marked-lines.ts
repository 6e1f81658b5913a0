import { serialize, type JsonValue } from "@traffic-policy/policy-language";
import { diffArrays, diffLines } from "diff";
import { textWidth } from "../text/text-width.ts";
import { visible } from "../text/visible.ts";

const context = 2;

const mostChangedLines = 2000;

/**
 * Formats two values as lines, with marks where they differ: multi-line texts line by line, other values as a JSON
 * line for each side. Escapes control characters.
 */
export function differenceLines(
  stored: JsonValue | undefined,
  local: JsonValue | undefined,
): readonly MarkedLine[] {
  if (hasLines(stored) && hasLines(local)) return textLines(stored, local);
  return pairLines(show(stored), show(local));
}

function hasLines(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

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
  const changes = diffLines(stored, local, { maxEditLength: mostChangedLines }) ?? [
    { value: stored, removed: true, added: false },
    { value: local, removed: false, added: true },
  ];
  const tellsEnd = stored.endsWith("\n") !== local.endsWith("\n");
  const linesOf = (text: string): string[] => shownLines(text, tellsEnd);
  return changes.flatMap(({ value, added, removed }, index): MarkedLine[] => {
    const before = changes[index - 1];
    const after = changes[index + 1];
    // A run of lines that are gone is reported together with what came in its place.
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

function shownLines(text: string, tellsEnd: boolean): string[] {
  const lines = text
    .split("\n")
    .map((line) => visible(JSON.stringify(line).slice(1, -1).replaceAll('\\"', '"')));
  // What follows the last line break is no line, unless there is something.
  const rest = lines.pop() ?? "";
  if (rest === "") return lines;
  return [...lines, tellsEnd ? `${rest} (no line break)` : rest];
}

export interface MarkedPair {
  readonly stored: readonly Piece[];
  readonly local: readonly Piece[];
}

// Beyond this many differing words two lines are two lines, and looking for more takes long.
const mostChangedWords = 400;

// Of lines with less than this in common, marks would be all over.
const leastCommon = 0.3;

/**
 * Marks the words in which two lines differ. Does not mark lines that have little in common, nor very long lines that
 * differ everywhere.
 */
export function markDifferences(stored: string, local: string): MarkedPair {
  const changes = diffArrays(wordsOf(stored), wordsOf(local), { maxEditLength: mostChangedWords });
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

/** The number of characters that make a text recognizable. */
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

/** Splits a text into words, numbers, spaces, and single other characters; a JSON escape counts as a word. */
function wordsOf(text: string): string[] {
  return text.match(/\\u[\da-f]{4}|\\.|[\p{L}\p{N}\p{M}_]+|\s+|./gsu) ?? [];
}

/** In UTF-16 units. */
const longestLine = 120;
const around = 30;
const longestPiece = 1000;

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

function cropped(text: string, first: number, last: number): string {
  if (text.length <= first + last + around) return text;
  return `${beginning(text, first)}…${last === 0 ? "" : end(text, last)}`;
}

export function shortened(text: string, length: number = longestPiece): string {
  if (text.length <= length) return text;
  const shown = beginning(text, length);
  return `${shown}… (${text.length - shown.length} more characters)`;
}

/** Never splits a character. */
function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

function end(text: string, length: number): string {
  return text.slice(text.length - length).replace(/^[\udc00-\udfff]/, "");
}

/** A piece of a line; `isMarked` when it differs from the other side. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface MarkedLine {
  readonly side: "stored" | "local" | "both" | "left out";
  readonly pieces: readonly Piece[];
}

function plainLine(side: MarkedLine["side"], text: string): MarkedLine {
  return { side, pieces: [{ text, isMarked: false }] };
}

export function hasMarks({ pieces }: MarkedLine): boolean {
  return pieces.some(({ isMarked }) => isMarked);
}

/** Breaks a line that is wider than some columns into several: between words, and between the values of JSON. */
export function foldPieces(pieces: readonly Piece[], columns: number): (readonly Piece[])[] {
  const words = pieces
    .map(({ text }) => text)
    .join("")
    .split(/(?<=\s)(?=\S)|(?<=,)(?=["{[])/);
  const lengths = [0];
  let rest = columns;
  for (const word of words) {
    const width = textWidth(word);
    if (width > rest && rest < columns) {
      lengths.push(0);
      rest = columns;
    }
    lengths.push((lengths.pop() ?? 0) + word.length);
    rest -= width;
  }
  let start = 0;
  return lengths.map((length) => {
    const line = piecesBetween(pieces, start, start + length);
    start += length;
    return line;
  });
}

function piecesBetween(pieces: readonly Piece[], start: number, past: number): Piece[] {
  let at = 0;
  return pieces.flatMap(({ text, isMarked }) => {
    const part = text.slice(Math.max(0, start - at), Math.max(0, past - at));
    at += text.length;
    return part === "" ? [] : [{ text: part, isMarked }];
  });
}

export function marksBelow(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, isMarked }) => (isMarked ? "^" : " ").repeat(textWidth(text)))
    .join("")
    .trimEnd();
}
