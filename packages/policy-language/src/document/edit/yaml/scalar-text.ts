import { isPrintable, plainFits } from "./plain-fits.ts";

/** How a scalar of one line is written. */
export type ScalarStyle = "plain" | "single" | "double";

/** Writes a text in a style if it can stand there, and otherwise in quotes. */
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

/** The quotes in which the least has to be escaped. */
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
