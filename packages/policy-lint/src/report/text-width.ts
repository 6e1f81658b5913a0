import { eastAsianWidth } from "get-east-asian-width";

/**
 * How many columns of a terminal a text takes: none for marks that stand on the letter before them,
 * two for the wide letters of East Asia and most emoji.
 */
export function textWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (!/^[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) {
      width += eastAsianWidth(character.codePointAt(0) ?? 0);
    }
  }
  return width;
}
