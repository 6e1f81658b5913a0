import type { Span } from "../../text/positions.ts";
import { StringUnits } from "../string-units.ts";

/**
 * A scalar as written: a token of the library `yaml`, declared here because the library's types are not installed
 * together with these.
 */
export type ScalarToken = FlowScalar | BlockScalar;

interface FlowScalar {
  readonly type: "alias" | "scalar" | "single-quoted-scalar" | "double-quoted-scalar";
  readonly offset: number;
  readonly source: string;
}

export interface BlockScalar {
  readonly type: "block-scalar";
  readonly offset: number;
  readonly indent: number;
  readonly props: readonly Token[];
  readonly source: string;
}

interface Token {
  readonly offset: number;
  readonly source?: string;
}

/** Decodes a scalar again, this time with the place of every unit of its value. */
export function decodeScalar(token: ScalarToken): StringUnits {
  switch (token.type) {
    case "block-scalar":
      return decodeBlock(token);
    case "double-quoted-scalar":
      return decodeDoubleQuoted(token);
    case "single-quoted-scalar":
      return decodeSingleQuoted(token);
    default:
      return decodePlain(token);
  }
}

function decodePlain({ source, offset }: FlowScalar): StringUnits {
  const units = new StringUnits();
  decodeLines(source, offset, (text, at) => units.raw(text, at), units);
  return units;
}

/** Reads a scalar in single quotes, where two of them stand for one. */
function decodeSingleQuoted({ source, offset }: FlowScalar): StringUnits {
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

/** Folds the lines: white space around their breaks is dropped. */
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
  return text.search(/[^ \t]|$/);
}

function spacesAfter(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === " " || text.at(-1 - count) === "\t") count += 1;
  return count;
}

function decodeDoubleQuoted({ source, offset }: FlowScalar): StringUnits {
  const units = new StringUnits();
  const end = source.length - 1;
  let at = 1;
  while (at < end) {
    const rest = /[ \t\r\n\\]/g;
    rest.lastIndex = at;
    const next = Math.min(rest.exec(source)?.index ?? end, end);
    units.raw(source.slice(at, next), offset + at);
    at = next;
    if (at >= end) break;
    at = source[at] === "\\" ? escape(source, at, offset, units) : space(source, at, offset, units);
  }
  return units;
}

function space(source: string, at: number, offset: number, units: StringUnits): number {
  const breaks: Span[] = [];
  let end = at;
  for (; isSpace(source[end]); end++) {
    if (source[end] !== "\n") continue;
    const start = source[end - 1] === "\r" ? end - 1 : end;
    breaks.push({ start: offset + start, end: offset + end + 1 });
  }
  if (breaks.length === 0) units.raw(source.slice(at, end), offset + at);
  else units.fold(foldedBreaks(breaks), breaks);
  return end;
}

function escape(source: string, at: number, offset: number, units: StringUnits): number {
  const code = source[at + 1] ?? "";
  const lineBreak = code === "\n" ? 2 : code === "\r" && source[at + 2] === "\n" ? 3 : 0;
  if (lineBreak > 0) {
    const end = at + lineBreak;
    return end + spacesBefore(source.slice(end));
  }
  const digits = hexadecimalDigits[code];
  const end = Math.min(at + 2 + (digits ?? 0), source.length);
  const character =
    digits === undefined ? escapes[code] : characterOf(source.slice(at + 2, end), digits);
  // What is no escape stands for itself, as it does to the parser.
  if (character === undefined) units.raw(source.slice(at, end), offset + at);
  else units.as(character, { start: offset + at, end: offset + end });
  return end;
}

function characterOf(number: string, digits: number): string | undefined {
  if (number.length < digits || !/^[\da-f]+$/i.test(number)) return undefined;
  const code = Number.parseInt(number, 16);
  return code > 0x10_ffff ? undefined : String.fromCodePoint(code);
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}

const hexadecimalDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  "\t": "\t",
};

function decodeBlock(token: BlockScalar): StringUnits {
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
  readonly content: string;
}

function indented(line: TextLine): Line {
  const indent = line.text.search(/[^ ]|$/);
  return { ...line, indent, content: line.text.slice(indent) };
}

function readHeader({ props }: BlockScalar): {
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

export function sourceOf(token: Token | undefined): string {
  return token?.source ?? "";
}

/** Returns the index after the last line that chomping keeps: it has text, or a deeper indentation. */
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

/** Folds breaks between lines of text; breaks around lines with a deeper indentation stay. */
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

interface TextLine {
  /** Without the line break. */
  readonly text: string;
  readonly offset: number;
  /** The line break that ends it; empty at the end of the scalar. */
  readonly break: Span;
}

function textLines(source: string, offset: number): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  const add = (end: number, next: number): void => {
    lines.push({
      text: source.slice(start, end),
      offset: offset + start,
      break: { start: offset + end, end: offset + next },
    });
    start = next;
  };
  for (const { index, 0: lineBreak } of source.matchAll(/\r?\n/g)) {
    add(index, index + lineBreak.length);
  }
  add(source.length, source.length);
  return lines;
}

/** Folds line breaks between words: a single break becomes a space; of several, the first is dropped. */
function foldedBreaks(breaks: readonly Span[]): string {
  return breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1);
}
