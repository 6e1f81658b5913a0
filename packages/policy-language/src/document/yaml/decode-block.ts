import type { CST } from "yaml";
import type { Span } from "../../span.ts";
import { StringUnits } from "./string-units.ts";
import { foldedBreaks, textLines, type TextLine } from "./text-lines.ts";

/** Reads a block scalar, literal (`|`) or folded (`>`). */
export function decodeBlock(token: CST.BlockScalar): StringUnits {
  const header = readHeader(token);
  const lines = token.source === "" ? [] : textLines(token.source, header.end).map(indented);
  const units = new StringUnits();
  const first = lines.findIndex(({ content }) => content !== "");
  if (first === -1) {
    const kept = header.chomping === "+" && lines.length > 0 ? Math.max(1, lines.length - 1) : 0;
    for (const line of lines.slice(0, kept)) units.as("\n", line.break);
    return units;
  }
  const indent = header.indent === 0 ? (lines[first]?.indent ?? 0) : token.indent + header.indent;
  const end = contentEnd(lines, indent);
  for (const line of lines.slice(0, first)) {
    addText(units, line, indent);
    units.as("\n", line.break);
  }
  const content = lines.slice(first, end);
  if (header.isFolded) addFolded(units, content, indent);
  else addLiteral(units, content, indent);
  addEnd(units, lines, { end, indent, chomping: header.chomping });
  return units;
}

interface Line extends TextLine {
  readonly indent: number;
  /** The text after the indentation. */
  readonly content: string;
}

function indented(line: TextLine): Line {
  let indent = 0;
  while (line.text[indent] === " ") indent += 1;
  return { ...line, indent, content: line.text.slice(indent) };
}

function readHeader({ props }: CST.BlockScalar): {
  isFolded: boolean;
  chomping: string;
  indent: number;
  end: number;
} {
  const [first, last] = [props[0], props.at(-1)];
  const source = sourceOf(first);
  return {
    isFolded: source.startsWith(">"),
    chomping: /[+-]/.exec(source)?.[0] ?? "",
    indent: Number(/\d/.exec(source)?.[0] ?? 0),
    end: (last?.offset ?? 0) + sourceOf(last).length,
  };
}

function sourceOf(token: CST.Token | undefined): string {
  return token !== undefined && "source" in token ? (token.source ?? "") : "";
}

/** The index after the last line that chomping leaves alone: it has text, or a deeper indentation. */
function contentEnd(lines: readonly Line[], indent: number): number {
  return lines.findLastIndex((line) => line.content !== "" || line.indent > indent) + 1;
}

function addText(units: StringUnits, { text, offset }: Line, indent: number): void {
  units.raw(text.slice(indent), offset + indent);
}

function addLiteral(units: StringUnits, lines: readonly Line[], indent: number): void {
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined) units.as("\n", before.break);
    addText(units, line, indent);
  }
}

/** Between lines of text breaks fold; around lines with a deeper indentation they stay. */
function addFolded(units: StringUnits, lines: readonly Line[], indent: number): void {
  let breaks: Span[] = [];
  let isDeeperBefore = false;
  for (const [index, line] of lines.entries()) {
    const isDeeper = line.indent > indent || line.content.startsWith("\t");
    if (isDeeper || line.content !== "") {
      if (index > 0) {
        const staying = "\n".repeat(breaks.length);
        units.fold(isDeeper || isDeeperBefore ? staying : foldedBreaks(breaks), breaks);
      }
      addText(units, line, indent);
      breaks = [];
      isDeeperBefore = isDeeper;
    }
    breaks.push(line.break);
  }
}

function addEnd(
  units: StringUnits,
  lines: readonly Line[],
  { end, indent, chomping }: { end: number; indent: number; chomping: string },
): void {
  if (chomping === "-") return;
  const rest = lines.slice(end - 1);
  if (chomping === "") {
    for (const line of rest.slice(0, 1)) units.as("\n", line.break);
    return;
  }
  for (const [index, line] of rest.entries()) {
    if (index > 0) addText(units, line, indent);
    const isLast = index === rest.length - 1;
    if (!isLast || !units.value.endsWith("\n")) units.as("\n", line.break);
  }
}
