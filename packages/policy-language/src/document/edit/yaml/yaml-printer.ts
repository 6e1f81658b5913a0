import type { CST } from "yaml";
import { isJsonObject, isList, keysInOrder, type JsonValue } from "../../../json-value.ts";
import { serialize } from "../../serialize.ts";
import { resolvePlain } from "../../yaml/core-schema.ts";
import { lineBreakOf, type TextLayout } from "../text-layout.ts";
import {
  isBlockCollection,
  isCollection,
  isFlowScalar,
  itemsOf,
  leaves,
  spanOf,
} from "./tokens.ts";

export interface TextStyles {
  readonly keys: ScalarStyle;
  readonly texts: ScalarStyle;
}

/** Writes values as YAML in the style of a file. */
export class YamlPrinter {
  readonly #style: YamlStyle;

  constructor(style: YamlStyle) {
    this.#style = style;
  }

  inline(value: JsonValue, styles: TextStyles, isInFlow: boolean): string {
    const { quotes, padding } = this.#style;
    if (typeof value === "string") return scalarText(value, styles.texts, { isInFlow, quotes });
    if (isList(value)) {
      return `[${value.map((item) => this.inline(item, styles, true)).join(", ")}]`;
    }
    if (!isJsonObject(value)) return serialize(value);
    const members = membersOf(value).map(
      ([key, member]) => `${this.key(key, styles, true)}: ${this.inline(member, styles, true)}`,
    );
    return members.length === 0 ? "{}" : `{${padding}${members.join(", ")}${padding}}`;
  }

  /**
   * Writes a list or object that is not empty, with a line for each item or member.
   *
   * @param column - of all its lines; the first line is not indented
   */
  block(value: JsonValue, column: number, styles: TextStyles): string {
    const lines = isList(value)
      ? value.map((item) => `-${this.behindDash(item, column, styles)}`)
      : membersOf(value as object).map(([key, member]) => this.member(key, member, column, styles));
    return lines.join(this.#line(column));
  }

  member(key: string, value: JsonValue, column: number, styles: TextStyles): string {
    return `${this.key(key, styles, false)}:${this.behindKey(value, column, styles)}`;
  }

  key(key: string, styles: TextStyles, isInFlow: boolean): string {
    return scalarText(key, styles.keys, { isInFlow, quotes: this.#style.quotes });
  }

  /**
   * Returns the text after the colon.
   *
   * @param column - of the key
   */
  behindKey(value: JsonValue, column: number, styles: TextStyles): string {
    if (!hasLines(value)) return ` ${this.inline(value, styles, false)}`;
    const deeper = column + (isList(value) ? this.#style.listUnit : this.#style.unit);
    return this.#line(deeper) + this.block(value, deeper, styles);
  }

  /**
   * Returns the text after the dash of an item.
   *
   * @param column - of the dash
   */
  behindDash(value: JsonValue, column: number, styles: TextStyles): string {
    const text = hasLines(value)
      ? this.block(value, column + 2, styles)
      : this.inline(value, styles, false);
    return ` ${text}`;
  }

  #line(column: number): string {
    return this.#style.lineBreak + " ".repeat(column);
  }
}

export function hasLines(value: JsonValue): boolean {
  return isList(value) ? value.length > 0 : isJsonObject(value) && membersOf(value).length > 0;
}

function membersOf(object: object): [key: string, value: JsonValue][] {
  return keysInOrder(object).flatMap((key) => {
    const value = (object as Readonly<Record<string, JsonValue | undefined>>)[key];
    return value === undefined ? [] : [[key, value]];
  });
}

export type ScalarStyle = "plain" | "single" | "double";

export function scalarText(
  text: string,
  style: ScalarStyle,
  place: { readonly isInFlow: boolean; readonly quotes: ScalarStyle },
): string {
  if (style === "plain") {
    return plainFits(text, place) ? text : quoted(text, bestQuotes(text, place.quotes));
  }
  return quoted(text, style);
}

function quoted(text: string, style: ScalarStyle): string {
  return style === "single" && isPrintable(text)
    ? `'${insideSingleQuotes(text)}'`
    : `"${insideDoubleQuotes(text)}"`;
}

function bestQuotes(text: string, usual: ScalarStyle): ScalarStyle {
  const [hasSingle, hasOther] = [text.includes("'"), /["\\]/.test(text)];
  return hasSingle === hasOther ? usual : hasSingle ? "double" : "single";
}

export function insideSingleQuotes(text: string): string {
  return text.replaceAll("'", "''");
}

/** Writes a text with JSON escapes, which YAML has too, and escapes further characters that YAML does not allow. */
export function insideDoubleQuotes(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** True when a text can be written without quotes and still be read as the same text. */
export function plainFits(
  text: string,
  { isInFlow, mayFold = false }: { isInFlow: boolean; mayFold?: boolean },
): boolean {
  return (
    /^[^\s\-?:,[\]{}#&*!|>'"%@`]|^[-?:][^\s,[\]{}]/.test(text) &&
    !/\s$|:(?:\s|$)|\s#/.test(text) &&
    !(isInFlow && /[,[\]{}]/.test(text)) &&
    !(mayFold ? unprintable : unprintableOrBreak).test(text) &&
    !/^(?:---|\.\.\.)/.test(text) &&
    text !== "<<" &&
    resolvePlain(text) === text &&
    !isSpecialElsewhere(text)
  );
}

export function isPrintable(text: string): boolean {
  return !unprintableOrBreak.test(text);
}

// What YAML does not count among the printable characters, and those that only look like a space
// or a line break.
/* oxlint-disable no-control-regex -- the control characters are what it looks for */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}|\t/u;
const unprintableOrBreak = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;
/* oxlint-enable no-control-regex */

/** True for a text that YAML 1.1 reads as a boolean, a number or a date. */
function isSpecialElsewhere(text: string): boolean {
  return (
    /^(?:y|n|yes|no|on|off)$/i.test(text) ||
    /^[-+]?(?:\d[\d_]*\.?|\.\d)[\d_]*(?:e[-+]?\d+)?$/i.test(text) ||
    /^[-+]?0[bx][\da-f_]+$/i.test(text) ||
    /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text) ||
    /^\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?$/.test(text)
  );
}

/** Detects the layout of a YAML text. */
export class YamlStyle {
  readonly lineBreak: string;
  readonly unit: number;
  readonly listUnit: number;
  readonly padding: string;
  readonly quotes: ScalarStyle;

  constructor(text: string, root: CST.Token, layout: TextLayout) {
    this.lineBreak = lineBreakOf(text);
    const depths = [...depthsOf(root, layout)];
    const listUnit = depths.find(({ type }) => type === "block-seq")?.depth;
    this.unit = depths.find(({ type }) => type === "block-map")?.depth ?? (listUnit || 2);
    this.listUnit = listUnit ?? this.unit;
    this.padding = / \}/.test(text) && /\{ /.test(text) ? " " : "";
    this.quotes = "double";
    for (const token of leaves(root)) {
      const style = styleOf(token);
      if (style === "plain") continue;
      this.quotes = style;
      break;
    }
  }
}

export function styleOf(token: CST.Token | null | undefined): ScalarStyle {
  if (!isFlowScalar(token)) return "plain";
  return token.type === "scalar"
    ? "plain"
    : token.type === "single-quoted-scalar"
      ? "single"
      : "double";
}

function* depthsOf(
  token: CST.Token,
  layout: TextLayout,
): Generator<{ type: string; depth: number }> {
  if (!isBlockCollection(token)) return;
  for (const { key, value } of itemsOf(token)) {
    if (!isBlockCollection(value)) continue;
    if (key) {
      const depth = layout.column(spanOf(value).start) - layout.column(spanOf(key).start);
      yield { type: value.type, depth };
    }
    yield* depthsOf(value, layout);
  }
}

export function stylesOf(token: CST.Token | undefined): TextStyles {
  if (!isCollection(token)) return { keys: "plain", texts: styleOf(token) };
  const items = itemsOf(token);
  const scalar = items.map(({ value }) => value).findLast((value) => isFlowScalar(value));
  return { keys: styleOf(items.at(-1)?.key), texts: styleOf(scalar) };
}
