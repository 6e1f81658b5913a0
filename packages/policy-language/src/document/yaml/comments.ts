import { Lexer } from "yaml";
import type { Span } from "../../span.ts";

// What the library's lexer puts between the tokens; no part of the text.
const marks: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

/**
 * The comments of a YAML text that can be read, each from its `#` to the end of the line. What
 * looks like one inside a string is none.
 */
export function yamlComments(text: string): Span[] {
  const comments: Span[] = [];
  let offset = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (marks.has(token)) {
      isScalar = token === "\u001f";
      continue;
    }
    const start = offset;
    offset += token.length;
    if (token.startsWith("#") && !isScalar) comments.push({ start, end: offset });
    isScalar = false;
  }
  return comments;
}
