import type { TextEdit } from "vscode-languageserver-types";
import type { PositionedText } from "./positioned-text.ts";

/**
 * Returns the smallest single edit that turns a text into another; undefined when they are equal.
 *
 * @param before - the text that is turned, with the same offsets; the whole text by default
 */
export function changeTo(
  text: PositionedText,
  wanted: string,
  before = text.text,
): TextEdit | undefined {
  if (before === wanted) return undefined;
  const most = Math.min(before.length, wanted.length);
  let start = 0;
  while (start < most && before[start] === wanted[start]) start += 1;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === wanted.at(-1 - same)) same += 1;
  let end = before.length - same;
  // Not between the halves of a character or of a line break.
  while (start > 0 && isInside(before, start)) start -= 1;
  while (end < before.length && isInside(before, end)) end += 1;
  const newText = wanted.slice(start, wanted.length - (before.length - end));
  return { range: text.rangeOf({ start, end }), newText };
}

function isInside(text: string, offset: number): boolean {
  const [first, second] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  const isPair = first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
  return isPair || (first === 13 && second === 10);
}
