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

/** How keys and texts are written where they can be. */
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

  /** On one line. */
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
   * A list or an object that is not empty, a line for each item or member.
   *
   * @param column - of all its lines; the first one is not indented
   */
  block(value: JsonValue, column: number, styles: TextStyles): string {
    const lines = isList(value)
      ? value.map((item) => `-${this.behindDash(item, column, styles)}`)
      : membersOf(value as object).map(([key, member]) => this.member(key, member, column, styles));
    return lines.join(this.#line(column));
  }

  /** A member of an object, with its value on the same or on lines of its own. */
  member(key: string, value: JsonValue, column: number, styles: TextStyles): string {
    return `${this.key(key, styles, false)}:${this.behindKey(value, column, styles)}`;
  }

  key(key: string, styles: TextStyles, isInFlow: boolean): string {
    return scalarText(key, styles.keys, { isInFlow, quotes: this.#style.quotes });
  }

  /**
   * What stands behind the colon.
   *
   * @param column - of the key
   */
  behindKey(value: JsonValue, column: number, styles: TextStyles): string {
    if (!hasLines(value)) return ` ${this.inline(value, styles, false)}`;
    const deeper = column + (isList(value) ? this.#style.listUnit : this.#style.unit);
    return this.#line(deeper) + this.block(value, deeper, styles);
  }

  /**
   * What stands behind the dash of an item.
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

/** Checks whether a value is a list or an object that is not empty. */
export function hasLines(value: JsonValue): boolean {
  return isList(value) ? value.length > 0 : isJsonObject(value) && membersOf(value).length > 0;
}

function membersOf(object: object): [key: string, value: JsonValue][] {
  return keysInOrder(object).flatMap((key) => {
    const value = (object as Readonly<Record<string, JsonValue | undefined>>)[key];
    return value === undefined ? [] : [[key, value]];
  });
}

/** How a scalar of one line is written. */
export type ScalarStyle = "plain" | "single" | "double";

/** Writes a text in a style if it can be there, and otherwise in quotes. */
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

/** The quotes in which the least must be escaped. */
function bestQuotes(text: string, usual: ScalarStyle): ScalarStyle {
  const [hasSingle, hasOther] = [text.includes("'"), /["\\]/.test(text)];
  return hasSingle === hasOther ? usual : hasSingle ? "double" : "single";
}

export function insideSingleQuotes(text: string): string {
  return text.replaceAll("'", "''");
}

/** The escapes of JSON are escapes of YAML, too; YAML has more characters that need one. */
export function insideDoubleQuotes(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** Checks whether a text is written as it is, without quotes, and is read as this very text. */
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

/** Checks whether a text can be between single quotes on one line. */
export function isPrintable(text: string): boolean {
  return !unprintableOrBreak.test(text);
}

// What YAML does not count among the printable characters, and those that only look like a space
// or a line break.
/* oxlint-disable no-control-regex -- the control characters are what it looks for */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}|\t/u;
const unprintableOrBreak = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;
/* oxlint-enable no-control-regex */

/** What readers of YAML 1.1 take for a boolean, a number or a date. */
function isSpecialElsewhere(text: string): boolean {
  return (
    /^(?:y|n|yes|no|on|off)$/i.test(text) ||
    /^[-+]?(?:\d[\d_]*\.?|\.\d)[\d_]*(?:e[-+]?\d+)?$/i.test(text) ||
    /^[-+]?0[bx][\da-f_]+$/i.test(text) ||
    /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text) ||
    /^\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?$/.test(text)
  );
}

/** How the author of a YAML text lays it out. */
export class YamlStyle {
  readonly lineBreak: string;
  /** Spaces by which a map stands deeper than its key. */
  readonly unit: number;
  /** Spaces by which a list stands deeper than its key. */
  readonly listUnit: number;
  /** Within the braces of a map on one line. */
  readonly padding: string;
  /** The quotes that are used for no special reason. */
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

/** The style of a scalar; plain for what is none. */
export function styleOf(token: CST.Token | null | undefined): ScalarStyle {
  if (!isFlowScalar(token)) return "plain";
  return token.type === "scalar"
    ? "plain"
    : token.type === "single-quoted-scalar"
      ? "single"
      : "double";
}

/** How much deeper than their keys the collections of a text stand. */
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

/** The styles that a value is written in, as far as it shows them. */
export function stylesOf(token: CST.Token | undefined): TextStyles {
  if (!isCollection(token)) return { keys: "plain", texts: styleOf(token) };
  const items = itemsOf(token);
  const scalar = items.map(({ value }) => value).findLast((value) => isFlowScalar(value));
  return { keys: styleOf(items.at(-1)?.key), texts: styleOf(scalar) };
}
