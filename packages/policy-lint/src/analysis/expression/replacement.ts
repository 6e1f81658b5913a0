import {
  checkExpression,
  describeCheckError,
  type CheckResult,
  type Edit,
  type Expression,
  type Literal,
  parseExpression,
  printExpression,
  type Span,
} from "@traffic-policy/policy-language";
import { changeText, shortened } from "@traffic-policy/policy-language/internal";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { CheckErrorPart } from "../../nodes/expression-parts.ts";
import type { Finding, Fix } from "../../finding.ts";

export interface Replacement {
  readonly span: Span;
  readonly text: string;
}

export function editsOf(node: ExpressionNode, replacements: readonly Replacement[]): Edit[] {
  return replacements.map(({ span, text }) => {
    const { path, part } = node.at(span);
    return { path, span: part, text };
  });
}

export function checkReplaced(
  node: ExpressionNode,
  replacements: readonly Replacement[],
): CheckResult | undefined {
  const changes = replacements.map(({ span, text: put }) => ({ ...span, text: put }));
  const text = changeText(node.text, changes);
  const parsed = parseExpression(text);
  return parsed.ok ? checkExpression(parsed.tree, { ...node.place, text }) : undefined;
}

export function isBetterWith(node: ExpressionNode, replacements: readonly Replacement[]): boolean {
  const after = checkReplaced(node, replacements)?.errors.length;
  return after !== undefined && after < (node.checked?.errors.length ?? 0);
}

/**
 * Returns the finding for an error about a literal. Its fix changes the literal, provided that this removes the
 * error. The fix is never safe: the wrong literal had another effect, or none at all.
 */
export function literalFinding(
  { expression, error }: CheckErrorPart,
  value: string | undefined,
): Finding {
  const { span } = error;
  const finding = { ...expression.at(span), ...describeCheckError(error) };
  if (value === undefined || span === undefined) return finding;
  const replacements = [{ span, text: writtenLike(expression.text, span, value) }];
  if (!isBetterWith(expression, replacements)) return finding;
  return { ...finding, fix: fixOf(expression, replacements) };
}

export function writeInstead(node: ExpressionNode, literal: Literal, value: string): Fix {
  const { span = { start: 0, end: node.text.length } } = literal;
  const text = printExpression({ kind: "literal", type: "string", value });
  return fixOf(node, [{ span, text }]);
}

/** Returns the unsafe fix that makes these replacements; its title names the first. */
export function fixOf(node: ExpressionNode, replacements: readonly Replacement[]): Fix {
  const title = toWrite(replacements[0]?.text ?? "");
  return { title, safe: false, edits: editsOf(node, replacements) };
}

/** Returns the source of a part of an expression, in parentheses where needed to be an operand. */
export function writtenOperand(text: string, part: Expression): string {
  const written = part.span && text.slice(part.span.start, part.span.end);
  if (written === undefined) return printExpression(part);
  return ["binary", "conditional", "unary"].includes(part.kind) ? `(${written})` : written;
}

export function writtenLike(text: string, literal: Span | undefined, value: string): string {
  const token = literal && text.slice(literal.start, literal.end);
  const quote = /^['"](?!['"]{2})/.exec(token ?? "")?.[0];
  if (quote !== undefined && /^[^\\'"\p{C}\u2028\u2029]*$/u.test(value)) {
    return quote + value + quote;
  }
  return printExpression({ kind: "literal", type: "string", value });
}

export const longestAdvice = 160;

export function toWrite(text: string): string {
  return `Write ${shortened(text, longestAdvice)}`;
}
