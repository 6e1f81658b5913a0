import {
  checkExpression,
  parseExpression,
  type CheckResult,
  type Edit,
  type Span,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

/** A text that takes the place of a part of an expression. */
export interface Replacement {
  readonly span: Span;
  readonly text: string;
}

/** The edits of the document that make these replacements in an expression. */
export function editsOf(node: ExpressionNode, replacements: readonly Replacement[]): Edit[] {
  return replacements.map(({ span, text }) => {
    const { path, part } = node.at(span);
    return { path, span: part, text };
  });
}

/** What the checker finds once the replacements are made; nothing when that cannot be parsed. */
export function checkReplaced(
  node: ExpressionNode,
  replacements: readonly Replacement[],
): CheckResult | undefined {
  const text = replaced(node.text, replacements);
  const parsed = parseExpression(text);
  return parsed.ok ? checkExpression(parsed.tree, { ...node.place, text }) : undefined;
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { span, text: put } of replacements.toSorted((a, b) => b.span.start - a.span.start)) {
    result = result.slice(0, span.start) + put + result.slice(span.end);
  }
  return result;
}
