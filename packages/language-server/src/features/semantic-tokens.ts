import type { Span } from "@traffic-policy/policy-language";
import { SemanticTokensBuilder, type SemanticTokens } from "vscode-languageserver";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import type { ExpressionSite } from "../expression/expression-site.ts";
import {
  semanticTokens,
  semanticTokensLegend as legend,
  type SemanticToken,
} from "../expression/semantic-tokens.ts";

/** The tokens of all expressions of a document, or of those in a part of it. */
export function documentTokens(document: EditorDocument, within?: Span): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  const { positions, text, memory } = document;
  if (within === undefined) memory.tokens.next();
  for (const expression of document.expressions) {
    const { node } = expression;
    if (within !== undefined && (node.end < within.start || node.start > within.end)) continue;
    for (const { span, type, modifiers } of tokensOf(expression.site, document)) {
      const kind = legend.tokenTypes.indexOf(type);
      const bits = modifiers.reduce(
        (sum, one) => sum | (1 << legend.tokenModifiers.indexOf(one)),
        0,
      );
      for (const line of linesOf(rangeIn(expression, span), text)) {
        const { start, end } = positions.rangeOf(line);
        builder.push(start.line, start.character, end.character - start.character, kind, bits);
      }
    }
  }
  return builder.build();
}

function tokensOf(site: ExpressionSite, { memory }: EditorDocument): readonly SemanticToken[] {
  const { text, section, role, protocols } = site;
  const key = JSON.stringify([text, section, role, protocols]);
  return memory.tokens.of(key, () => semanticTokens(site));
}

/** The parts of a span in each line: no token may go over the end of one. */
function linesOf(span: Span, text: string): Span[] {
  const part = text.slice(span.start, span.end);
  if (!/[\r\n]/.test(part)) return [span];
  return [...part.matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) => {
    const blank = line.search(/\S|$/);
    const start = span.start + index + blank;
    return blank === line.length ? [] : [{ start, end: start + line.trim().length }];
  });
}
