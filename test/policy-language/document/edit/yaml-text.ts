import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import type { Choices } from "./choices.ts";

/** Writes a document as YAML in a random style, with comments. */
export function yamlText(document: JsonValue, choices: Choices): string {
  const lineBreak = choices.one("\n", "\r\n");
  const writer = new YamlWriter(choices);
  const start = choices.one("", "", "\ufeff", "# at the top\n", "---\n");
  const body = writer.document(document);
  // The parser takes no dash right behind a byte order mark.
  const first = start === "\ufeff" && body.startsWith("-") ? "\ufeff\n" : start;
  const text = first + body + choices.one("", "\n", "\n# at the end\n");
  return text.replaceAll("\n", lineBreak);
}

class YamlWriter {
  readonly #choices: Choices;
  readonly #unit: number;
  readonly #listUnit: number;
  readonly #commented: number;

  constructor(choices: Choices) {
    this.#choices = choices;
    this.#unit = choices.one(2, 4, 3);
    this.#listUnit = choices.one(0, this.#unit);
    this.#commented = choices.one(4, 10, 1000);
  }

  document(value: JsonValue): string {
    return isFull(value) && !this.#choices.once(6) ? this.#block(value, 0) : this.#flow(value, 2);
  }

  /** The first line is not indented. */
  #block(value: JsonValue, column: number): string {
    const lines = Array.isArray(value)
      ? value.map((item: JsonValue) => `-${this.#behindDash(item, column)}`)
      : Object.entries(value as object).map(
          ([key, member]) =>
            `${this.#key(key, false)}:${this.#behindKey(member as JsonValue, column)}`,
        );
    return lines.map((line, index) => (index === 0 ? line : this.#between(column) + line)).join("");
  }

  /** The line break before a member or item, with blank lines and comments. */
  #between(column: number): string {
    const indentation = `\n${" ".repeat(column)}`;
    const blank = this.#choices.once(6) ? "\n" : "";
    const comment = this.#choices.once(this.#commented) ? `${indentation}# about it` : "";
    const other = this.#choices.once(this.#commented * 3) ? "\n# anywhere" : "";
    return blank + other + comment + indentation;
  }

  #behindDash(value: JsonValue, column: number): string {
    if (!isFull(value) || this.#choices.once(5)) return ` ${this.#line(value, column)}`;
    const deeper = column + this.#choices.one(2, 2, 4);
    if (this.#choices.once(5)) {
      return `${this.#comment()}\n${" ".repeat(deeper)}${this.#block(value, deeper)}`;
    }
    return " ".repeat(deeper - column - 1) + this.#block(value, deeper);
  }

  #behindKey(value: JsonValue, column: number): string {
    if (!isFull(value) || this.#choices.once(5)) return ` ${this.#line(value, column)}`;
    const deeper = column + (Array.isArray(value) ? this.#listUnit : this.#unit);
    return `${this.#between(deeper).replace(/^\n*/, `${this.#comment()}\n`)}${this.#block(value, deeper)}`;
  }

  /** A value that begins on the line of its key or dash, and what stands behind it. */
  #line(value: JsonValue, column: number): string {
    if (value === null && this.#choices.once(2)) return this.#comment().trimStart();
    if (typeof value === "string" && this.#choices.once(3)) {
      const block = this.#blockScalar(value, column);
      if (block !== undefined) return block;
    }
    return this.#flow(value, column + 2) + this.#comment();
  }

  #comment(): string {
    return this.#choices.once(this.#commented) ? "  # on the line" : "";
  }

  #flow(value: JsonValue, column: number): string {
    if (typeof value === "string") return this.#scalar(value, false, column);
    return this.#inFlow(value, column);
  }

  #inFlow(value: JsonValue, column: number): string {
    if (typeof value === "string") return this.#scalar(value, true, column);
    const parts = Array.isArray(value)
      ? value.map((item: JsonValue) => this.#inFlow(item, column + 2))
      : isJsonObject(value)
        ? Object.entries(value).map(
            ([key, member]) => `${this.#key(key, true)}: ${this.#inFlow(member, column + 2)}`,
          )
        : undefined;
    if (parts === undefined) return String(value);
    const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    if (parts.length === 0) return open + close;
    if (!this.#choices.once(3)) {
      const padding = this.#choices.one("", " ");
      const comma = this.#choices.one("", "", ",");
      return open + padding + parts.join(", ") + comma + padding + close;
    }
    const line = `\n${" ".repeat(column + 2)}`;
    const lastComma = this.#choices.one("", ",");
    const lines = parts.map((part, index) => {
      const comma = index < parts.length - 1 ? "," : lastComma;
      const above = this.#choices.once(this.#commented) ? `${line}# above` : "";
      return above + line + part + comma + this.#comment();
    });
    return `${open}${lines.join("")}\n${" ".repeat(column)}${close}`;
  }

  #key(key: string, isInFlow: boolean): string {
    return this.#scalar(key, isInFlow, undefined);
  }

  /** @param column - of the lines that it may be folded to; none for a key */
  #scalar(text: string, isInFlow: boolean, column: number | undefined): string {
    const canBePlain =
      /^[a-z](?:[\w .='()&|/-]|:(?=[a-z])|(?<=[a-z])#)*$/.test(text) &&
      !/\s$|^(?:null|true|false|y|n|yes|no|on|off)$|\s#/.test(text);
    const isPrintable = /^[ -~é😀]*$/u.test(text);
    const style = this.#choices.one("plain", "single", "double");
    const fold = (written: string): string =>
      column !== undefined && this.#choices.once(3) && !isInFlow
        ? written.replace(/(?<=[a-z]) (?=[a-z])/, `\n${" ".repeat(column)}`)
        : written;
    if (style === "plain" && canBePlain) return fold(text);
    if (style !== "double" && isPrintable) return `'${fold(text.replaceAll("'", "''"))}'`;
    const escaped = JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
      })
      .replaceAll("m", () => (this.#choices.once(3) ? "\\x6d" : "m"));
    return `"${fold(escaped)}"`;
  }

  /** A literal or folded block scalar, if the text can stand in one. */
  #blockScalar(text: string, column: number): string | undefined {
    if (!/^[^\s][ -~é\n]*$/u.test(text) || /\s$/.test(text.replace(/\n$/, ""))) return undefined;
    const indentation = " ".repeat(column + 2);
    const chomping = text.endsWith("\n") ? "" : "-";
    const content = text.replace(/\n$/, "");
    const isFolded = !content.includes("\n") && this.#choices.once(2);
    const lines = isFolded
      ? [content.replace(/(?<=\S) (?=\S)/, `\n${indentation}`)]
      : content.split("\n");
    const header = (isFolded ? ">" : "|") + chomping + this.#comment();
    return `${header}\n${lines.map((line) => (line === "" ? "" : indentation + line)).join("\n")}`;
  }
}

function isFull(value: JsonValue): value is JsonValue[] | Record<string, JsonValue> {
  if (typeof value !== "object" || value === null) return false;
  return Object.keys(value).length > 0;
}
