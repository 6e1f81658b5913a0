import type { YamlReader } from "./yaml.ts";
import type { TextStyle } from "@traffic-policy/policy-language/editing";

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

/**
 * Writes a whole text to replace a text in a given style. Adds quotes when the text needs them in the plain style.
 */
export function wholeInStyle(text: string, style: TextStyle, yaml: YamlReader | undefined): string {
  return style === "plain" && yaml !== undefined ? yaml.plainOrQuoted(text) : inStyle(text, style);
}
