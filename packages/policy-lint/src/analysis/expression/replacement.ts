import {
  checkExpression,
  parseExpression,
  printExpression,
  type CheckError,
  type CheckResult,
  type Edit,
  type Literal,
  type Span,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { Fix } from "../../rule.ts";
import { toWrite, writtenLike } from "./written.ts";

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

/** Whether an expression has fewer errors once the replacements are made. */
export function isBetterWith(node: ExpressionNode, replacements: readonly Replacement[]): boolean {
  const after = checkReplaced(node, replacements)?.errors.length;
  return after !== undefined && after < (node.checked?.errors.length ?? 0);
}

/**
 * The fix that gives the literal that an error is about another value, when the error disappears with
 * it. It is never safe: what was wrong did something else, or nothing at all.
 */
export function literalFix(
  node: ExpressionNode,
  { span }: CheckError,
  value: string | undefined,
): Fix | undefined {
  if (value === undefined || span === undefined) return undefined;
  const replacements = [{ span, text: writtenLike(node.text, span, value) }];
  return isBetterWith(node, replacements) ? fixOf(node, replacements) : undefined;
}

/** Replaces a literal with another text, which changes what the expression matches. */
export function writeInstead(node: ExpressionNode, literal: Literal, value: string): Fix {
  const { span = { start: 0, end: node.text.length } } = literal;
  const text = printExpression({ kind: "literal", type: "string", value });
  return fixOf(node, [{ span, text }]);
}

/** The unsafe fix that makes these replacements; its title names the first. */
export function fixOf(node: ExpressionNode, replacements: readonly Replacement[]): Fix {
  const title = toWrite(replacements[0]?.text ?? "");
  return { title, safe: false, edits: editsOf(node, replacements) };
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const { span, text: put } of replacements.toSorted((a, b) => b.span.start - a.span.start)) {
    result = result.slice(0, span.start) + put + result.slice(span.end);
  }
  return result;
}
