import type { YamlReader } from "./yaml.ts";
import type { TextStyle } from "@traffic-policy/policy-language/editing";

/** A part of a text as it is written inside of a key or text of a style. */
export function inStyle(text: string, style: TextStyle): string {
  switch (style) {
    case "double":
      return JSON.stringify(text).slice(1, -1);
    case "single":
      return text.replaceAll("'", "''");
    case "code-single":
      return inOtherQuotes(text, { "'": "\\'" });
    case "code-template":
      return inOtherQuotes(text, { "`": "\\`", "${": "\\${" });
    case "template":
      return text.replaceAll("`", "\\`");
    default:
      return text;
  }
}

function inOtherQuotes(text: string, escapes: Readonly<Record<string, string>>): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/\\.|['`]|\$\{/g, (sign) => ({ ...escapes, '\\"': '"' })[sign] ?? sign);
}

/** A whole text as it is written in place of one of a style: with quotes where it needs some without them. */
export function wholeInStyle(text: string, style: TextStyle, yaml: YamlReader | undefined): string {
  return style === "plain" && yaml !== undefined ? yaml.plainOrQuoted(text) : inStyle(text, style);
}
