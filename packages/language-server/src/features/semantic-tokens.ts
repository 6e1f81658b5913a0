import type { Span } from "@traffic-policy/policy-language";
import type { SemanticTokens } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { allExpressions, rangeIn, type PlacedExpression } from "../documents/expressions.ts";
import { PositionedText } from "../documents/positioned-text.ts";
import { semanticTokens, semanticTokensLegend } from "../expression/semantic-tokens.ts";

/** How many numbers stand for a token: line, character, length, type and modifiers. */
const width = 5;

/** The tokens of all expressions of a document, or of those in a part of it. */
export function documentTokens(document: EditorDocument, within?: Span): SemanticTokens {
  const all: number[] = [];
  const rules = within === undefined ? rulesOf(document) : undefined;
  if (rules !== undefined) {
    for (const { start, tokens } of rules) {
      const { line, character } = document.positions.positionAt(start);
      push(all, tokens, line, character);
    }
  } else {
    const some = document.expressions.filter(
      ({ node }) => within === undefined || (node.end >= within.start && node.start <= within.end),
    );
    push(all, tokensOf(some, document.positions), 0, 0);
  }
  // Without a name for the result: nobody is told only what has changed in it.
  return { data: relative(all) };
}

/** The rules of a long document with their tokens, which are found out once for each text of a rule. */
function rulesOf(
  document: EditorDocument,
): { readonly start: number; readonly tokens: readonly number[] }[] | undefined {
  const { memory, language, text, positions, surroundings } = document;
  if (language === "code") return undefined;
  const rules = memory.rulesOf(text);
  if (rules === undefined) return undefined;
  memory.tokens.next();
  const { protocols, kind } = surroundings;
  const about = JSON.stringify([protocols, kind, positions.encoding]);
  return rules.map((rule) => ({
    start: rule.start,
    tokens: memory.tokens.of(`${about}${rule.section}${rule.text}`, () => {
      const own = PositionedText.of(document.uri, rule.text, positions.encoding);
      const tokens = tokensOf([...allExpressions(memory.onlyRule(rule), surroundings)], own);
      // Its text begins with a line break, which is not the rule's.
      return tokens.map((number, index) => (index % width === 0 ? number - 1 : number));
    }),
  }));
}

/** The tokens of expressions, in the order of the text, as numbers. */
function tokensOf(expressions: readonly PlacedExpression[], positions: PositionedText): number[] {
  const { tokenTypes, tokenModifiers } = semanticTokensLegend;
  const numbers: number[] = [];
  for (const expression of expressions) {
    for (const { span, type, modifiers } of semanticTokens(expression.site)) {
      const bits = modifiers.reduce((sum, one) => sum | (1 << tokenModifiers.indexOf(one)), 0);
      for (const line of linesOf(rangeIn(expression, span), positions.text)) {
        const { start, end } = positions.rangeOf(line);
        numbers.push(start.line, start.character, end.character - start.character);
        numbers.push(tokenTypes.indexOf(type), bits);
      }
    }
  }
  return numbers;
}

function push(all: number[], tokens: readonly number[], line: number, character: number): void {
  const at = (index: number): number => tokens[index] ?? 0;
  for (let index = 0; index < tokens.length; index += width) {
    const [below, right] = [at(index), at(index + 1)];
    all.push(line + below, below === 0 ? character + right : right);
    all.push(at(index + 2), at(index + 3), at(index + 4));
  }
}

/** Tokens as clients read them: in the order of the text, each placed by the one before. */
function relative(tokens: readonly number[]): number[] {
  const starts = Array.from({ length: tokens.length / width }, (_, index) => index * width);
  const at = (index: number): number => tokens[index] ?? 0;
  starts.sort((one, other) => at(one) - at(other) || at(one + 1) - at(other + 1));
  let [line, character] = [0, 0];
  const placed: number[] = [];
  for (const start of starts) {
    const below = at(start) - line;
    const right = at(start + 1) - (below === 0 ? character : 0);
    [line, character] = [at(start), at(start + 1)];
    placed.push(below, right, at(start + 2), at(start + 3), at(start + 4));
  }
  return placed;
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
