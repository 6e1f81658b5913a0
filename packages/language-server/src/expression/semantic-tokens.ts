import {
  checkExpression,
  childrenOf,
  type Expression,
  isCurrentVariable,
  parseExpression,
  type Span,
} from "@traffic-policy/policy-language";
import {
  SemanticTokenModifiers,
  SemanticTokenTypes,
  type SemanticTokensLegend,
} from "vscode-languageserver-types";
import { expectationAt } from "./expectation.ts";
import type { ExpressionSite } from "./expression-site.ts";
import { nameAt } from "./names.ts";
import { Tokens } from "./tokens.ts";

/** A part of an expression, by what it is. */
export interface SemanticToken {
  readonly span: Span;
  /** One of the legend. */
  readonly type: SemanticTokenTypes;
  /** Some of the legend. */
  readonly modifiers: readonly SemanticTokenModifiers[];
}

const { deprecated, defaultLibrary, declaration } = SemanticTokenModifiers;

/** All types and modifiers that {@link semanticTokens} gives. */
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

/** What a token is. */
type Kind = Omit<SemanticToken, "span">;

/** The parts of an expression in their order, of one that is wrong as far as it has tokens; brackets are none. */
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

/** Where fields of records have a deprecated name, which only their types tell. */
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
