import stringWidth from "string-width";

/**
 * How many columns of a terminal a text takes: none for marks that stand on the letter before them,
 * two for the wide letters of East Asia and for emoji, however many characters one is made of.
 */
export function textWidth(text: string): number {
  return stringWidth(text, { countAnsiEscapeCodes: true });
}

/** The columns that the widest of some texts takes; none without texts. */
export function widest(texts: Iterable<string>): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, textWidth(text));
  return width;
}

/** A text with spaces after it, so that it takes at least this many columns. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
