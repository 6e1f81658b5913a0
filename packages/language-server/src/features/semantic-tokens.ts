import {
  type Span,
  checkExpression,
  type Expression,
  parseExpression,
} from "@traffic-policy/policy-language";
import { childrenOf, isCurrentVariable } from "@traffic-policy/policy-language/internal";
import {
  type SemanticTokens,
  SemanticTokenModifiers,
  SemanticTokenTypes,
  type SemanticTokensLegend,
} from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { allExpressions, rangeIn, type PlacedExpression } from "../documents/expressions.ts";
import { PositionedText } from "../documents/positioned-text.ts";
import { expectationAt } from "../expression/expectation.ts";
import type { ExpressionSite } from "../expression/expression-site.ts";
import { nameAt } from "../expression/names.ts";
import { Tokens } from "@traffic-policy/policy-language/editing";

/** The numbers per token: line, character, length, type and modifiers. */
const width = 5;

export function documentTokens({ policies }: EditorDocument, within?: Span): SemanticTokens {
  const all = policies.flatMap((policy) => tokensIn(policy, within));
  // Without a name for the result: nobody is told only what has changed in it.
  return { data: relative(all) };
}

function tokensIn(document: EditorDocument, within: Span | undefined): number[] {
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
  return all;
}

/** Returns the rules of a long document with their tokens. Caches the tokens by the text of the rule. */
function rulesOf(
  document: EditorDocument,
): { readonly start: number; readonly tokens: readonly number[] }[] | undefined {
  const { memory, language, text, positions, protocols, kind } = document;
  if (language === "code") return undefined;
  const rules = memory.rulesOf(text);
  if (rules === undefined) return undefined;
  memory.tokens.next();
  const about = JSON.stringify([protocols, kind, positions.encoding]);
  return rules.map((rule) => ({
    start: rule.start,
    tokens: memory.tokens.of(`${about}${rule.section}${rule.text}`, () => {
      const own = PositionedText.of(document.uri, rule.text, positions.encoding);
      const tokens = tokensOf([...allExpressions(memory.onlyRule(rule), document)], own);
      // Its text begins with a line break, which is not the rule's.
      return tokens.map((number, index) => (index % width === 0 ? number - 1 : number));
    }),
  }));
}

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

/** Encodes tokens as the protocol requires: in text order, each relative to the previous. */
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

/** Splits a span by line, because a token must not cross a line end. */
function linesOf(span: Span, text: string): Span[] {
  const part = text.slice(span.start, span.end);
  if (!/[\r\n]/.test(part)) return [span];
  return [...part.matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) => {
    const blank = line.search(/\S|$/);
    const start = span.start + index + blank;
    return blank === line.length ? [] : [{ start, end: start + line.trim().length }];
  });
}

export interface SemanticToken {
  readonly span: Span;
  readonly type: SemanticTokenTypes;
  readonly modifiers: readonly SemanticTokenModifiers[];
}

const { deprecated, defaultLibrary, declaration } = SemanticTokenModifiers;

export const semanticTokensLegend: SemanticTokensLegend = {
  tokenTypes: [
    SemanticTokenTypes.namespace,
    SemanticTokenTypes.variable,
    SemanticTokenTypes.property,
    SemanticTokenTypes.function,
    SemanticTokenTypes.method,
    SemanticTokenTypes.macro,
    SemanticTokenTypes.string,
    SemanticTokenTypes.regexp,
    SemanticTokenTypes.number,
    SemanticTokenTypes.keyword,
    SemanticTokenTypes.operator,
    SemanticTokenTypes.comment,
  ],
  tokenModifiers: [deprecated, defaultLibrary, declaration],
};

type Kind = Omit<SemanticToken, "span">;

/**
 * Returns the parts of an expression in order, without brackets. An invalid expression gives as many as it has
 * tokens.
 */
export function semanticTokens(site: ExpressionSite): SemanticToken[] {
  const tokens = new Tokens(site.text);
  const deprecatedFields = deprecatedFieldsOf(site);
  const found: SemanticToken[] = tokens.comments.map((span) => ({
    span,
    ...plain(SemanticTokenTypes.comment),
  }));
  for (const [index, { start, end }] of tokens.list.entries()) {
    const kind = kindOf(site, tokens, index);
    if (kind === undefined) continue;
    const modifiers = deprecatedFields.has(start)
      ? [...kind.modifiers, deprecated]
      : kind.modifiers;
    found.push({ span: { start, end }, type: kind.type, modifiers });
  }
  return found.toSorted((one, other) => one.span.start - other.span.start);
}

function kindOf(site: ExpressionSite, tokens: Tokens, index: number): Kind | undefined {
  const kind = tokens.kind(index);
  switch (kind) {
    case "name":
      return kindOfName(site, tokens, index);
    case "string": {
      const isPattern = expectationAt(site, tokens, index)?.format === "regular-expression";
      return plain(isPattern ? SemanticTokenTypes.regexp : SemanticTokenTypes.string);
    }
    case "number":
      return plain(SemanticTokenTypes.number);
    case "true":
    case "false":
    case "null":
    case "in":
      return plain(SemanticTokenTypes.keyword);
    default:
      return notOperators.has(kind) ? undefined : plain(SemanticTokenTypes.operator);
  }
}

const notOperators: ReadonlySet<string> = new Set("end unknown ( ) [ ] { } . ,".split(" "));

function plain(type: SemanticTokenTypes, ...modifiers: SemanticTokenModifiers[]): Kind {
  return { type, modifiers };
}

function kindOfName(site: ExpressionSite, tokens: Tokens, index: number): Kind | undefined {
  const name = nameAt(site, tokens, index);
  switch (name?.kind) {
    case undefined:
      return undefined;
    case "local": {
      const isDeclared = name.binding.declaration === index;
      return plain(SemanticTokenTypes.variable, ...(isDeclared ? [declaration] : []));
    }
    case "bound":
      return plain(SemanticTokenTypes.variable);
    case "macro":
      return plain(SemanticTokenTypes.macro, defaultLibrary);
    case "function":
    case "method": {
      const { definition, kind } = name;
      const isStandard = definition !== undefined && definition.protocols === undefined;
      return plain(SemanticTokenTypes[kind], ...(isStandard ? [defaultLibrary] : []));
    }
    case "field":
      return plain(SemanticTokenTypes.property);
    case "variable": {
      const { branch } = name;
      if (branch === undefined) return plain(SemanticTokenTypes.variable);
      const isFollowed =
        tokens.kind(index + 1) === "." && branch.children.has(tokens.word(index + 2));
      const { definition } = branch;
      if (definition === undefined || isFollowed) return plain(SemanticTokenTypes.namespace);
      const modifiers = isCurrentVariable(definition) ? [] : [deprecated];
      return plain(SemanticTokenTypes.variable, ...modifiers);
    }
  }
}

/** Finds the fields of records with a deprecated name, which only type inference can tell. */
function deprecatedFieldsOf({ text, dialect }: ExpressionSite): ReadonlySet<number> {
  const found = new Set<number>();
  const parsed = parseExpression(text);
  if (!parsed.ok) return found;
  const { types } = checkExpression(parsed.tree, { dialect });
  const waiting: Expression[] = [parsed.tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    waiting.push(...childrenOf(node));
    if (node.kind !== "select" || node.fieldSpan === undefined) continue;
    const { field, fieldSpan, operand } = node;
    const type = types.get(operand);
    if (type?.kind !== "record") continue;
    const fields = dialect.records.get(type.name)?.fields ?? [];
    if (fields.find(({ name }) => name === field)?.renamedTo !== undefined) {
      found.add(fieldSpan.start);
    }
  }
  return found;
}
