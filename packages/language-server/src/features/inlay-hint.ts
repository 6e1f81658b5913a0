import { type Span, parseExpression, type TextFormat } from "@traffic-policy/policy-language";
import { type InlayHint, InlayHintKind } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { rangeIn } from "../documents/expressions.ts";
import { configFieldAt, expectationOf } from "../documents/config-field.ts";
import { allTexts, Tokens } from "@traffic-policy/policy-language/editing";
import { expectationAt } from "../expression/expectation.ts";
import type { ExpressionSite } from "../expression/expression-site.ts";
import { addressesOf, durationText, isPlainDuration } from "../expression/literal-meaning.ts";
import { nameAt } from "../expression/names.ts";

export function inlayHint(document: EditorDocument, part: Span): InlayHint[] {
  const isIn = ({ start, end }: Span): boolean => end >= part.start && start <= part.end;
  const inExpressions = document.expressions.flatMap((expression) =>
    isIn(expression.node)
      ? inlayHints(expression.site).map(({ offset, label, kind }): InlayHint => {
          const place = rangeIn(expression, { start: offset, end: offset });
          const position = document.positions.positionAt(place.start);
          return { position, label, ...(kind !== undefined && { kind }) };
        })
      : [],
  );
  return [...inExpressions, ...configHints(document, isIn)];
}

function configHints(
  { root, kind, dialect, positions }: EditorDocument,
  isIn: (node: Span) => boolean,
): InlayHint[] {
  if (root === undefined || kind !== "policy") return [];
  return [...allTexts(root)].flatMap(({ node, path }): InlayHint[] => {
    const field = isIn(node) ? configFieldAt(root, path, { kind, dialect }) : undefined;
    const label = field && hintOf(node.value, expectationOf(field).format);
    return label === undefined ? [] : [{ position: positions.positionAt(node.end), label }];
  });
}

export interface ExpressionHint {
  readonly offset: number;
  readonly label: string;
  /** `Parameter` for a parameter name before its argument; undefined for the meaning of the text before it. */
  readonly kind?: InlayHintKind;
}

/**
 * Returns hints for literals that are hard to read: durations not in the largest units, the number of addresses of a
 * CIDR, and parameter names in calls with several arguments.
 */
export function inlayHints(site: ExpressionSite): ExpressionHint[] {
  const tokens = new Tokens(site.text);
  return tokens.list.flatMap((token, index): ExpressionHint[] => {
    if (token.kind !== "string" && token.kind !== "number" && token.kind !== "[") return [];
    const parameter = parameterName(site, tokens, index);
    const meaning = token.kind === "string" ? meaningOf(site, tokens, index) : undefined;
    const hints: ExpressionHint[] = [];
    if (parameter !== undefined) {
      const { Parameter: kind } = InlayHintKind;
      hints.push({ offset: token.start, label: `${parameter}:`, kind });
    }
    if (meaning !== undefined) hints.push({ offset: token.end, label: meaning });
    return hints;
  });
}

function parameterName(site: ExpressionSite, tokens: Tokens, index: number): string | undefined {
  const { parent = -1, ordinal = 0 } = tokens.list[index] ?? {};
  if (tokens.kind(parent) !== "(") return undefined;
  const previous = tokens.kind(index - 1);
  if (previous !== "," && index - 1 !== parent) return undefined;
  const callee = nameAt(site, tokens, parent - 1);
  if (callee?.kind !== "function" && callee?.kind !== "method") return undefined;
  const isMethod = callee.kind === "method";
  const named = callee.definition?.overloads.find(
    ({ target, parameters, parameterNames }) =>
      (target !== undefined) === isMethod && parameters.length > 1 && parameterNames !== undefined,
  );
  return named?.parameterNames?.[ordinal];
}

function meaningOf(site: ExpressionSite, tokens: Tokens, index: number): string | undefined {
  const format = expectationAt(site, tokens, index)?.format;
  if (format === undefined) return undefined;
  const parsed = parseExpression(tokens.word(index));
  if (!parsed.ok || parsed.tree.kind !== "literal" || parsed.tree.type !== "string") {
    return undefined;
  }
  return hintOf(parsed.tree.value, format);
}

function hintOf(value: string, format: TextFormat | undefined): string | undefined {
  if (format === "cidr") return addressesOf(value)?.count;
  if (format !== "duration" || isPlainDuration(value)) return undefined;
  return durationText(value);
}
