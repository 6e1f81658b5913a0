import type { CST } from "yaml";
import type { Span } from "../../span.ts";
import { StringUnits } from "./string-units.ts";
import { foldedBreaks } from "./text-lines.ts";

/** Reads a scalar in double quotes: escapes, and line breaks that fold. */
export function decodeDoubleQuoted({ source, offset }: CST.FlowScalar): StringUnits {
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

/** White space counts unless a line break is in it. */
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
    let end = at + lineBreak;
    while (source[end] === " " || source[end] === "\t") end += 1;
    return end;
  }
  const digits = hexadecimalDigits[code];
  const end = at + 2 + (digits ?? 0);
  const character =
    digits === undefined
      ? (escapes[code] ?? "")
      : String.fromCodePoint(Number.parseInt(source.slice(at + 2, end), 16));
  units.as(character, { start: offset + at, end: offset + end });
  return end;
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
