import type { Position, Range, TextEdit } from "vscode-languageserver";
import type { TestEncoding } from "./editor.ts";

// What a client does with positions, without the code that the server has for them.

/** The offset of a position; an error for one that is outside of the text or inside of a character. */
export function offsetOf(
  text: string,
  { line, character }: Position,
  encoding: TestEncoding,
): number {
  const [start, end] = lineSpans(text)[line] ?? [];
  if (start === undefined || end === undefined) throw new Error(`There is no line ${line}.`);
  if (encoding === "utf-16") {
    if (character > end - start) throw new Error(`Line ${line} has no character ${character}.`);
    return start + character;
  }
  const bytes = Buffer.from(text.slice(start, end)).subarray(0, character);
  const before = bytes.toString();
  if (bytes.length !== character || before.includes("\ufffd")) {
    throw new Error(`Line ${line} has no character ${character}.`);
  }
  return start + before.length;
}

/** The position of an offset. */
export function positionOf(text: string, offset: number, encoding: TestEncoding): Position {
  const lines = lineSpans(text);
  const line = lines.findLastIndex(([start]) => start <= offset);
  const [start = 0, end = 0] = lines[line] ?? [];
  const before = text.slice(start, Math.min(offset, end));
  return { line, character: encoding === "utf-8" ? Buffer.byteLength(before) : before.length };
}

/** Where each line begins, and where its line break does. */
function lineSpans(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  let start = 0;
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\r|\n/g)) {
    spans.push([start, index]);
    start = index + lineBreak.length;
  }
  return [...spans, [start, text.length]];
}

/** What stands in a range. */
export function textAt(text: string, { start, end }: Range, encoding: TestEncoding): string {
  const [from, to] = [offsetOf(text, start, encoding), offsetOf(text, end, encoding)];
  if (from > to) throw new Error("The range ends before it begins.");
  return text.slice(from, to);
}

/** A text with edits of it, all of which are about the text as it was. */
export function edited(
  text: string,
  edits: readonly Pick<TextEdit, "range" | "newText">[],
  encoding: TestEncoding,
): string {
  const placed = edits
    .map(({ range: { start, end }, newText }) => ({
      start: offsetOf(text, start, encoding),
      end: offsetOf(text, end, encoding),
      newText,
    }))
    .toSorted((one, other) => other.start - one.start);
  let after = text.length;
  let result = text;
  for (const { start, end, newText } of placed) {
    if (start > end || end > after) throw new Error("Two edits are about the same text.");
    result = result.slice(0, start) + newText + result.slice(end);
    after = start;
  }
  return result;
}

/** Semantic tokens as a client shows them: `req namespace`. */
export function shownTokens(
  text: string,
  data: readonly number[],
  legend: { readonly tokenTypes: readonly string[] },
  encoding: TestEncoding,
): string[] {
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(index, index + 4);
    if (index > 0 && lines === 0 && characters <= 0) throw new Error("A token is out of order.");
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const range = { start: { line, character }, end: { line, character: character + length } };
    found.push(`${textAt(text, range, encoding)} ${legend.tokenTypes[type]}`);
  }
  return found;
}

/** A hover without the link to the reference at its end. */
export function withoutLink(text: string | undefined): string | undefined {
  return text?.replace(/\n\n\[Reference\]\([^)]*\)$/, "");
}
