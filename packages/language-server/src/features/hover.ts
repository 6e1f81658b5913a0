import { type JsonSchema, parseExpression, type Span } from "@traffic-policy/policy-language";
import type { Hover } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import { descriptionOf, schemasAt } from "../documents/schema-at.ts";
import { actionAt, configFieldAt, expectationOf } from "../documents/config-field.ts";
import {
  type OtherNode,
  type Path,
  type TextNode,
  Tokens,
} from "@traffic-policy/policy-language/editing";
import {
  paragraphs,
  sinceText,
  boundText,
  fieldText,
  formsOf,
  functionText,
  localText,
  macroText,
  namespaceText,
  celBlock,
  sentence,
  variableText,
} from "../expression/describe.ts";
import { numberMeaning, textMeaning } from "../expression/literal-meaning.ts";
import {
  actionPage,
  functionPage,
  macroPage,
  operatorPage,
  recordPage,
  variablePage,
} from "../expression/reference-page.ts";
import type { AddressOf } from "../host.ts";
import { variableAt } from "../documents/names.ts";
import { setVariableText } from "../documents/variables.ts";
import { expectationAt, expectationBefore } from "../expression/expectation.ts";
import type { ExpressionSite } from "../expression/expression-site.ts";
import { boundBy, type Name, nameAt } from "../expression/names.ts";
import { fittingOverloads } from "../expression/overloads.ts";
import { targetOf, typeOfBinding, typeOfOperand } from "../expression/scope.ts";

export interface HoverSources {
  readonly schema: JsonSchema | undefined;
  readonly addressOf: AddressOf;
}

export async function hover(
  document: EditorDocument,
  offset: number,
  { schema, addressOf }: HoverSources,
): Promise<Hover | undefined> {
  const variable = variableAt(document, offset);
  if (variable !== undefined) {
    const range = document.positions.rangeOf(variable.place);
    return { contents: { kind: "markdown", value: setVariableText(document, variable) }, range };
  }
  const expression = document.expressionAt(offset);
  if (expression !== undefined) {
    const found = await hoverExpression(expression.site, offsetIn(expression, offset));
    if (found === undefined) return undefined;
    const range = document.positions.rangeOf(rangeIn(expression, found.span));
    const value = paragraphs(found.markdown, linkTo(found.page, addressOf));
    return { contents: { kind: "markdown", value }, range };
  }
  const { root } = document;
  const place = document.placeAt(offset);
  if (root === undefined || place === undefined || schema === undefined) return undefined;
  const { node, path } = place;
  if (node.kind === "object" || node.kind === "list") return undefined;
  const value = place.isKey ? undefined : node;
  const about = paragraphs(
    value && (await meaningOf(document, value, path)),
    descriptionOf(schemasOfValue(schema, document, value, path)),
  );
  if (about === "") return undefined;
  const since = path.at(-1) === "type" ? sinceText(document.dialect, String(value?.value)) : "";
  const action = actionAt(root, path, document)?.action;
  const link = linkTo(action && actionPage(document.dialect, action.type), addressOf);
  return {
    contents: { kind: "markdown", value: paragraphs(about, since, link) },
    range: document.positions.rangeOf(node),
  };
}

function linkTo(page: string | undefined, addressOf: AddressOf): string | undefined {
  const address = page === undefined ? undefined : addressOf(page);
  return address && `[Reference](${address})`;
}

async function meaningOf(
  { root, kind, dialect }: EditorDocument,
  { value }: Pick<TextNode | OtherNode, "value">,
  path: Path,
): Promise<string | undefined> {
  const field = configFieldAt(root, path, { kind, dialect });
  if (field === undefined) return undefined;
  const expectation = expectationOf(field);
  if (typeof value === "number") return numberMeaning(String(value), expectation);
  // What an interpolation becomes is not known.
  if (typeof value !== "string" || value.includes("${")) return undefined;
  return textMeaning(value, expectation);
}

/**
 * Returns the schemas of a place. When the value is one of several constants, the schema of that constant comes
 * first.
 */
function schemasOfValue(
  schema: JsonSchema,
  { root }: EditorDocument,
  node: { readonly value: unknown } | undefined,
  path: Parameters<typeof schemasAt>[2],
): readonly JsonSchema[] {
  const schemas = schemasAt(schema, root, path);
  const own = schemas.filter((one) => one.const !== undefined && one.const === node?.value);
  return [...own, ...schemas];
}

export interface ExpressionHover {
  readonly markdown: string;
  readonly span: Span;
  /** A page to read, as a repository path with a section: `docs/catalogue/variables.md#req`. */
  readonly page?: string | undefined;
}

type Shown = Omit<ExpressionHover, "span"> & { readonly first?: number };

export async function hoverExpression(
  site: ExpressionSite,
  offset: number,
): Promise<ExpressionHover | undefined> {
  const tokens = new Tokens(site.text);
  const index = tokens.at(offset);
  if (index === undefined) return undefined;
  const shown = await shownAt(site, tokens, index);
  if (shown === undefined) return undefined;
  const { first = index, ...about } = shown;
  return { ...about, span: tokens.span(first, index) };
}

async function shownAt(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
): Promise<Shown | undefined> {
  switch (tokens.kind(index)) {
    case "name": {
      const name = nameAt(site, tokens, index);
      return name && ofName(site, tokens, index, name);
    }
    case "string":
    case "number":
      return ofLiteral(site, tokens, index);
    case "in":
      return { markdown: inOperator, page: operatorPage(site.dialect) };
    default:
      return undefined;
  }
}

const inOperator = paragraphs(
  celBlock("item in list → bool", "key in map → bool"),
  "Whether a list has an item, or a map has a key. In a text, `text.contains(part)` asks for a part.",
);

function ofName(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
  name: Name,
): Shown | undefined {
  const word = tokens.word(index);
  switch (name.kind) {
    case "local": {
      const target = targetOf(tokens, name.binding);
      const type = typeOfBinding(site, tokens, name.binding);
      const over = target && tokens.span(target.first, target.last);
      return { markdown: localText(word, type, over && site.text.slice(over.start, over.end)) };
    }
    case "bound":
      return { markdown: boundText(word, name.definition, name.field) };
    case "macro": {
      const forms = formsOf(word, name.target !== undefined);
      return { markdown: macroText(forms), page: macroPage(site.dialect) };
    }
    case "function": {
      const { definition, path } = name;
      if (definition === undefined) return undefined;
      const overloads = definition.overloads.filter(({ target }) => target === undefined);
      if (overloads.length === 0) return undefined;
      return {
        markdown: functionText(site, definition, overloads),
        page: functionPage(site.dialect, path),
      };
    }
    case "method": {
      const { definition, target } = name;
      if (definition === undefined) return undefined;
      const overloads = fittingOverloads(site, tokens, definition.overloads, target);
      if (overloads.length === 0) return undefined;
      return {
        markdown: functionText(site, definition, overloads),
        page: functionPage(site.dialect, word),
      };
    }
    case "variable": {
      const { path, first, branch } = name;
      if (branch === undefined) return undefined;
      const { definition } = branch;
      const page = variablePage(site.dialect, path.join("."));
      if (definition !== undefined)
        return { markdown: variableText(site, definition), page, first };
      return { markdown: namespaceText(site, path), page, first };
    }
    case "field": {
      const key = boundBy(site, tokens, name.operand)?.keys?.[word];
      if (key !== undefined) {
        const { start, end } = tokens.span(name.operand.first, index);
        const about = `${site.text.slice(start, end)}: dyn`;
        return { markdown: paragraphs(celBlock(about), sentence(key)) };
      }
      const type = typeOfOperand(site, tokens, name.operand);
      if (type?.kind !== "record") return undefined;
      const record = site.dialect.records.get(type.name);
      const field = record?.fields.find((one) => one.name === word);
      if (record === undefined || field === undefined) return undefined;
      return { markdown: fieldText(record, field), page: recordPage(site.dialect, record.name) };
    }
  }
}

async function ofLiteral(
  site: ExpressionSite,
  tokens: Tokens,
  index: number,
): Promise<Shown | undefined> {
  const expectation = expectationAt(site, tokens, index) ?? expectationBefore(site, tokens, index);
  if (expectation === undefined) return undefined;
  const parsed = parseExpression(tokens.word(index));
  if (!parsed.ok || parsed.tree.kind !== "literal") return undefined;
  const { tree } = parsed;
  const markdown =
    tree.type === "string"
      ? await textMeaning(tree.value, expectation)
      : tree.type === "int"
        ? numberMeaning(String(tree.value), expectation)
        : undefined;
  return markdown === undefined ? undefined : { markdown };
}
