import { Lexer } from "yaml";
import type { YamlAnchor } from "./yaml-reader.ts";

/** The anchors of a text and what refers to them. */
export function yamlAnchors(text: string): YamlAnchor[] {
  if (!/[&*]/.test(text)) return [];
  const found: YamlAnchor[] = [];
  let offset = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    // Marks that the lexer puts before a scalar, a document and a flow end; no part of the text.
    if (token === "\u0002" || token === "\u0018" || token === "\u001F") {
      isText = token === "\u001F";
      continue;
    }
    const start = offset + 1;
    offset += token.length;
    if (!isText && /^[&*]./.test(token)) {
      const name = token.slice(1);
      found.push({ name, start, end: offset, isDefinition: token.startsWith("&") });
    }
    isText = false;
  }
  return found;
}
