import type { Span } from "../../span.ts";

/** The line break that a text uses. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The white space that the line of an offset begins with. */
export function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^\ufeff?([ \t]*)/.exec(text.slice(start, offset))?.[1] ?? "";
}

/** Whether a range of a text is on one line. */
export function isOneLine(text: string, { start, end }: Span): boolean {
  return !/[\r\n]/.test(text.slice(start, end));
}

/** A separator without the empty lines in it. */
export function withoutEmptyLines(separator: string): string {
  return separator.replaceAll(/(\r?\n)(?:[ \t]*\r?\n)+/g, "$1");
}
