import type { TextStyle } from "./tree.ts";

/** A text as it is written inside of a key or text of a style. */
export function inStyle(text: string, style: TextStyle): string {
  switch (style) {
    case "double":
      return JSON.stringify(text).slice(1, -1);
    case "single":
      return text.replaceAll("'", "''");
    case "template":
      return text.replaceAll("`", "\\`");
    default:
      return text;
  }
}
