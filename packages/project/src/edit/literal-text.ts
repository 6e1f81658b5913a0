import type { Span } from "@traffic-policy/policy-language";
import type { Node, TemplateLiteral } from "oxc-parser";
import { unwrapped, type SourceCode } from "../source/source-code.ts";
import { notUnique, notWritten, type TextChange } from "./text-change.ts";

type Style = '"' | "'" | "template" | "raw template";

/** A string literal in code, or the part of a template between two gaps. */
export class LiteralText {
  readonly value: string;
  readonly #style: Style;
  readonly #start: number;
  readonly #end: number;
  /** The code offset of each UTF-16 unit of the value; undefined in the middle of an escape. */
  readonly #offsets: readonly (number | undefined)[];

  private constructor(code: SourceCode, style: Style, { start, end }: Span) {
    const { value, offsets } = unitsOf(code.text.slice(start, end), start, style);
    this.value = value;
    this.#offsets = [...offsets, end];
    this.#style = style;
    this.#start = start;
    this.#end = end;
  }

  static of(code: SourceCode, expression: Node): LiteralText | undefined {
    const node = unwrapped(expression);
    if (node.type === "TemplateLiteral") {
      if (node.expressions.length > 0) return undefined;
      return LiteralText.partsOf(code, node, "cooked")[0];
    }
    if (node.type !== "Literal" || typeof node.value !== "string") return undefined;
    const style = code.text[node.start] === "'" ? "'" : '"';
    const literal = new LiteralText(code, style, { start: node.start + 1, end: node.end - 1 });
    return literal.value === node.value ? literal : undefined;
  }

  static partsOf(
    code: SourceCode,
    { quasis, start: opening }: TemplateLiteral,
    reading: "cooked" | "raw",
  ): (LiteralText | undefined)[] {
    const style = reading === "raw" ? "raw template" : "template";
    // In a module of TypeScript the parser counts the signs around a part among it.
    const signs = quasis[0]?.start === opening ? { before: 1, after: 2, tail: 1 } : noSigns;
    return quasis.map(({ start, end, tail, value }) => {
      const range = { start: start + signs.before, end: end - (tail ? signs.tail : signs.after) };
      const literal = new LiteralText(code, style, range);
      return literal.value === value[reading] ? literal : undefined;
    });
  }

  /**
   * Replaces a part of the value.
   *
   * @throws CannotChange when the part is half of an escape, or the text cannot be there
   */
  splice(part: Span, text: string): TextChange {
    const [start, end] = [this.#offsets[part.start], this.#offsets[part.end]];
    if (start === undefined || end === undefined) throw notWritten();
    return { start, end, text: inStyle(text, this.#style) };
  }

  replace(value: string): TextChange {
    return { start: this.#start, end: this.#end, text: inStyle(value, this.#style) };
  }
}

const noSigns = { before: 0, after: 0, tail: 0 };

function inStyle(text: string, style: Style): string {
  if (style === "raw template") {
    if (/[`\r]|\$\{|\\$|\$$/.test(text)) throw notWritten();
    return text;
  }
  const escaped = JSON.stringify(text).slice(1, -1);
  if (style === '"') return escaped;
  const bare = escaped.replaceAll('\\"', '"');
  return style === "'" ? bare.replaceAll("'", "\\'") : bare.replaceAll(/`|\$(?=\{|$)/g, "\\$&");
}

const unit =
  /\\(?:u\{(?<point>[\da-f]+)\}|u(?<unit>[\da-f]{4})|x(?<byte>[\da-f]{2})|(?<line>\r\n|[\n\r\u2028\u2029])|(?<other>[^]))|(?<break>\r\n|\r)|[^]/giu;

function unitsOf(
  source: string,
  start: number,
  style: Style,
): { value: string; offsets: (number | undefined)[] } {
  let value = "";
  const offsets: (number | undefined)[] = [];
  for (const match of source.matchAll(style === "raw template" ? /\r\n|[^]/g : unit)) {
    const units = meaningOf(match, style);
    value += units;
    const [written] = match;
    for (let index = 0; index < units.length; index += 1) {
      const isInside = index > 0 && units !== written;
      offsets.push(isInside ? undefined : start + match.index + index);
    }
  }
  return { value, offsets };
}

const short: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
};

function meaningOf(match: RegExpExecArray, style: Style): string {
  const [written] = match;
  if (style === "raw template") return written.replace(/\r\n?/, "\n");
  const { point, unit: four, byte, line, other, break: end } = match.groups ?? {};
  const code = point ?? four ?? byte;
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  if (line !== undefined) return "";
  if (other !== undefined) return short[other] ?? other;
  return end === undefined ? written : "\n";
}

/** The resulting text of a template, with the positions of the parts written in the template. */
export class TemplateParts {
  readonly #parts: readonly { readonly literal: LiteralText; readonly start: number }[];

  /**
   * @param text - the result of the template, with its gaps filled
   * @throws CannotChange when it is uncertain which part of the text comes from the template
   */
  constructor(
    code: SourceCode,
    template: TemplateLiteral,
    text: string,
    reading: "cooked" | "raw",
  ) {
    const literals = LiteralText.partsOf(code, template, reading).map((literal) => {
      if (literal === undefined) throw notWritten();
      return literal;
    });
    const starts = startsIn(
      text,
      literals.map(({ value }) => value),
    );
    this.#parts = literals.map((literal, index) => ({ literal, start: starts[index] ?? 0 }));
  }

  splice({ start, end }: Span, text: string): TextChange | undefined {
    const part = this.#parts.find(
      (one) => one.start <= start && end <= one.start + one.literal.value.length,
    );
    return part?.literal.splice({ start: start - part.start, end: end - part.start }, text);
  }
}

/**
 * Locates the parts: the first at the start, the last at the end, and the others in the only possible positions,
 * which requires that the earliest and latest positions coincide.
 */
function startsIn(text: string, parts: readonly string[]): readonly number[] {
  const lengths = parts.map(({ length }) => length);
  const total = text.length - (lengths.at(-1) ?? 0);
  const earliest: number[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const at = index === 0 ? 0 : isLast ? total : text.indexOf(part, from);
    if (at < from || !text.startsWith(part, at)) throw notWritten();
    earliest.push(at);
    from = at + part.length;
  }
  if (from !== text.length) throw notWritten();
  let until = total;
  for (let index = parts.length - 2; index > 0; index -= 1) {
    const at = text.lastIndexOf(parts[index] ?? "", until - (lengths[index] ?? 0));
    if (at !== earliest[index]) throw notUnique();
    until = at;
  }
  return earliest;
}
