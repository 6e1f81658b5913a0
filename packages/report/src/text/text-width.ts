import { eastAsianWidth } from "get-east-asian-width";

/**
 * How many columns of a terminal a text takes: none for marks that stand on the letter before them,
 * two for the wide letters of East Asia and for emoji, however many characters one is made of.
 */
export function textWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  unicode ??= new Unicode();
  return unicode.widthOf(text);
}

/** The columns that the widest of some texts takes; none without texts. */
export function widest(texts: Iterable<string>): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, textWidth(text));
  return width;
}

// What nearly all texts are made of: Latin letters, punctuation, arrows, frames and blocks and check marks.
const narrow =
  /^[\u0020-\u007E\u00A0-\u00AC\u00AE-\u02FF\u2010-\u2027\u2190-\u21FF\u2500-\u259F✓✗]*$/;

/** Unicode tables for other characters. Created on demand, because that takes longer than linting a policy. */
class Unicode {
  readonly #graphemes = new Intl.Segmenter();
  readonly #invisible = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mark}]+$/u;
  readonly #emoji = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2}/u;
  readonly #spacing = /^[\p{Spacing_Mark}\uFF00-\uFFEF]$/u;

  widthOf(text: string): number {
    let width = 0;
    for (const { segment } of this.#graphemes.segment(text)) width += this.#ofGrapheme(segment);
    return width;
  }

  #ofGrapheme(grapheme: string): number {
    if (this.#invisible.test(grapheme)) return 0;
    if (this.#emoji.test(grapheme)) return 2;
    const [first = "", ...marks] = grapheme;
    const spacing = marks.filter((mark) => this.#spacing.test(mark));
    return [first, ...spacing].reduce(
      (width, character) => width + eastAsianWidth(character.codePointAt(0) ?? 0),
      0,
    );
  }
}

let unicode: Unicode | undefined;
