import { isJsonObject, type JsonValue } from "../../../json-value.ts";
import { isList } from "../../compare/json-equal.ts";
import { keysInOrder } from "../../key-order.ts";
import { serialize } from "../../serialize.ts";
import { scalarText, type ScalarStyle } from "./scalar-text.ts";
import type { YamlStyle } from "./yaml-style.ts";

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

/** Whether a value is a list or an object that is not empty. */
export function hasLines(value: JsonValue): boolean {
  return isList(value) ? value.length > 0 : isJsonObject(value) && membersOf(value).length > 0;
}

function membersOf(object: object): [key: string, value: JsonValue][] {
  return keysInOrder(object).flatMap((key) => {
    const value = (object as Readonly<Record<string, JsonValue | undefined>>)[key];
    return value === undefined ? [] : [[key, value]];
  });
}
