import { stringify } from "yaml";
import type { TextStyle } from "./tree.ts";

/** A part of a text as it is written inside of a key or text of a style. */
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

/** A whole text as it is written in place of one of a style: with quotes where it needs some without them. */
export function wholeInStyle(text: string, style: TextStyle): string {
  return style === "plain" ? plainOrQuoted(text) : inStyle(text, style);
}

/** Whether a text of YAML means itself without quotes, wherever a text may stand. */
export function isPlain(text: string): boolean {
  return plainOrQuoted(text) === text;
}

function plainOrQuoted(text: string): string {
  // In brackets, most signs mean something.
  const options = { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 } as const;
  return stringify([text], options).trimEnd().slice(1, -1);
}
