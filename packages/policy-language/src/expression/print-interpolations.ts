/** A piece of a config string that is to be written: literal text, or the text of an expression. */
export type TextPart = { readonly text: string } | { readonly expression: string };

/**
 * Writes a config string: `${expression}` for each expression, and everything else as literal text.
 *
 * Unsure: no page of the service says how a literal `${` is written. So its dollar sign is written
 * as an expression that gives one, which needs no escape: `${'$'}{`. So are dollar signs right before
 * it or an interpolation, where a reader may take `$${` for an escape.
 */
export function printInterpolations(parts: readonly TextPart[]): string {
  let result = "";
  let literal = "";
  for (const part of parts) {
    if ("text" in part) {
      literal += part.text;
    } else {
      result += `${printLiteralText(literal, true)}\${${part.expression}}`;
      literal = "";
    }
  }
  return result + printLiteralText(literal, false);
}

function printLiteralText(text: string, beforeInterpolation: boolean): string {
  return text.replace(
    beforeInterpolation ? /(?<!\$)\$+(?=\{|$)/g : /(?<!\$)\$+(?=\{)/g,
    (dollars) => `\${'${dollars}'}`,
  );
}
