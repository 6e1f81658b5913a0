import type { Span } from "../../text/positions.ts";

export class TextLayout {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the start of the line, after a byte order mark. */
  lineStart(offset: number): number {
    const start = offset === 0 ? 0 : this.text.lastIndexOf("\n", offset - 1) + 1;
    return start === 0 && this.text.startsWith("\ufeff") ? 1 : start;
  }

  lineEnd(offset: number): number {
    const lineBreak = this.text.indexOf("\n", offset);
    if (lineBreak === -1) return this.text.length;
    return lineBreak > offset && this.text[lineBreak - 1] === "\r" ? lineBreak - 1 : lineBreak;
  }

  /** Returns the start of the next line; the end of the text when there is none. */
  nextLine(offset: number): number {
    const lineBreak = this.text.indexOf("\n", offset);
    return lineBreak === -1 ? this.text.length : lineBreak + 1;
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  isFirstOfLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === "";
  }

  lineAt(start: number): string {
    return this.text.slice(start, this.lineEnd(start)).trim();
  }
}

/** The line break that a text uses. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The white space that the line of an offset begins with. */
export function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^\ufeff?([ \t]*)/.exec(text.slice(start, offset))?.[1] ?? "";
}

/** One level of the indentation that a JSON text uses. */
export function indentationUnitOf(text: string): string {
  const indented = /^\ufeff?([ \t]*)(?:\S.*)?[[{][ \t]*\r?\n\1([ \t]+)\S/m.exec(text);
  return indented?.[2] ?? "  ";
}

export function isOneLine(text: string, { start, end }: Span): boolean {
  return !/[\r\n]/.test(text.slice(start, end));
}

export function withoutEmptyLines(separator: string): string {
  return separator.replaceAll(/(\r?\n)(?:[ \t]*\r?\n)+/g, "$1");
}
