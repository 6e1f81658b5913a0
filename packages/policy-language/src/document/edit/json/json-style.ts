import type { JsonValue } from "../../../json-value.ts";
import { serialize } from "../../serialize.ts";
import { lineBreakOf } from "../line-style.ts";

/** Where a value is to stand. */
export interface Layout {
  readonly isInline: boolean;
  /** The white space at the start of the line that the value begins on. */
  readonly indentation: string;
}

/** How the author of a JSON text lays it out, and values in this style. */
export class JsonStyle {
  /** Whether the whole text is on one line. */
  readonly isInline: boolean;
  readonly lineBreak: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Within the braces of an object on one line. */
  readonly padding: string;

  constructor(text: string) {
    this.isInline = !text.trim().includes("\n");
    this.lineBreak = lineBreakOf(text);
    const indented = /^\ufeff?([ \t]*)(?:\S.*)?[[{][ \t]*\r?\n\1([ \t]+)\S/m.exec(text);
    this.unit = indented?.[2] ?? "  ";
    this.colon = /[^\\]"([ \t]*:[ \t]*)/.exec(text)?.[1] ?? ": ";
    this.padding = /\{( *)"/.exec(text)?.[1] ?? "";
  }

  /** Between the members or items of what is on one line. */
  get comma(): string {
    return this.colon.endsWith(":") ? "," : ", ";
  }

  print(value: JsonValue, { isInline, indentation }: Layout): string {
    if (isInline && this.comma === ",") return serialize(value);
    // No string has a line break in it, so that each line is a bracket, an item or a member.
    const lines = serialize(value, 1).split("\n");
    return isInline
      ? lines.map((line, index) => this.#joined(line.trimStart(), lines[index + 1])).join("")
      : lines
          .map((line) => this.unit.repeat(line.search(/[^ ]/)) + line.trimStart())
          .join(this.lineBreak + indentation);
  }

  #joined(line: string, next: string | undefined): string {
    if (next === undefined) return line;
    if (line.endsWith("{") || next.trimStart().startsWith("}")) return line + this.padding;
    return line.endsWith(",") ? `${line} ` : line;
  }
}
