import type { CST } from "yaml";
import type { Span } from "../../span.ts";
import { StringUnits } from "./string-units.ts";
import { foldedBreaks, textLines } from "./text-lines.ts";

/** Reads a scalar without quotes. */
export function decodePlain({ source, offset }: CST.FlowScalar): StringUnits {
  const units = new StringUnits();
  decodeLines(source, offset, (text, at) => units.raw(text, at), units);
  return units;
}

/** Reads a scalar in single quotes, where two of them stand for one. */
export function decodeSingleQuoted({ source, offset }: CST.FlowScalar): StringUnits {
  const units = new StringUnits();
  const add = (text: string, at: number): void => {
    let from = 0;
    for (const { index } of text.matchAll(/''/g)) {
      units.raw(text.slice(from, index), at + from);
      units.as("'", { start: at + index, end: at + index + 2 });
      from = index + 2;
    }
    units.raw(text.slice(from), at + from);
  };
  decodeLines(source.slice(1, -1), offset + 1, add, units);
  return units;
}

/** Folds the lines: white space around their breaks does not count. */
function decodeLines(
  source: string,
  offset: number,
  add: (text: string, offset: number) => void,
  units: StringUnits,
): void {
  const lines = textLines(source, offset);
  let breaks: Span[] = [];
  for (const [index, line] of lines.entries()) {
    const isFirst = index === 0;
    const isLast = index === lines.length - 1;
    const from = isFirst ? 0 : spacesBefore(line.text);
    const to = isLast
      ? line.text.length
      : Math.max(from, line.text.length - spacesAfter(line.text));
    const text = line.text.slice(from, to);
    if (isFirst || isLast || text !== "") {
      if (!isFirst) units.fold(foldedBreaks(breaks), breaks);
      add(text, line.offset + from);
      breaks = [];
    }
    breaks.push(line.break);
  }
}

function spacesBefore(text: string): number {
  let count = 0;
  while (text[count] === " " || text[count] === "\t") count += 1;
  return count;
}

function spacesAfter(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === " " || text.at(-1 - count) === "\t") count += 1;
  return count;
}
