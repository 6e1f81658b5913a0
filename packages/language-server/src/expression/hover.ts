import { parseExpression, type Span } from "@traffic-policy/policy-language";
import {
  boundText,
  fieldText,
  formsOf,
  functionText,
  localText,
  macroText,
  namespaceText,
  paragraphs,
  celBlock,
  sentence,
  variableText,
} from "./describe.ts";
import { expectationAt, expectationBefore } from "./expectation.ts";
import type { ExpressionSite } from "./expression-site.ts";
import { numberMeaning, textMeaning } from "./literal-meaning.ts";
import { boundBy, type Name, nameAt } from "./names.ts";
import { fittingOverloads } from "./overloads.ts";
import {
  functionPage,
  macroPage,
  operatorPage,
  recordPage,
  variablePage,
} from "./reference-page.ts";
import { targetOf, typeOfBinding, typeOfOperand } from "./scope.ts";
import { Tokens } from "./tokens.ts";

/** What is shown about a place. */
export interface ExpressionHover {
  readonly markdown: string;
  /** What it is about. */
  readonly span: Span;
  /** A page about it, as a path in the repository with the section: `docs/catalogue/variables.md#req`. */
  readonly page?: string | undefined;
}

type Shown = Omit<ExpressionHover, "span"> & { readonly first?: number };

/** What the name or the literal at an offset is; undefined where nothing is known of it. */
export async function hoverExpression(
  site: ExpressionSite,
  offset: number,
): Promise<ExpressionHover | undefined> {
  const tokens = new Tokens(site.text);
  const index = tokens.at(offset);
  if (index === undefined) return undefined;
  const shown = await shownAt(site, tokens, index);
  if (shown === undefined) return undefined;
  const { first = index, ...hover } = shown;
  return { ...hover, span: tokens.span(first, index) };
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
