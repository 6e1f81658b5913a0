import {
  changeText,
  checkExpression,
  describeCheckError,
  type CheckResult,
  type Edit,
  type Expression,
  type Literal,
  parseExpression,
  printExpression,
  shortened,
  type Span,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { CheckErrorPart } from "../../nodes/expression-parts.ts";
import type { Finding, Fix } from "../../finding.ts";

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
  const changes = replacements.map(({ span, text: put }) => ({ ...span, text: put }));
  const text = changeText(node.text, changes);
  const parsed = parseExpression(text);
  return parsed.ok ? checkExpression(parsed.tree, { ...node.place, text }) : undefined;
}

/** Checks whether an expression has fewer errors once the replacements are made. */
export function isBetterWith(node: ExpressionNode, replacements: readonly Replacement[]): boolean {
  const after = checkReplaced(node, replacements)?.errors.length;
  return after !== undefined && after < (node.checked?.errors.length ?? 0);
}

/**
 * The finding for an error about a literal. Its fix gives the literal another value, when the error
 * disappears with it. It is never safe: what was wrong did something else, or nothing at all.
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

/** A part of an expression as it is written, so that it can stand as an operand anywhere. */
export function writtenOperand(text: string, part: Expression): string {
  const written = part.span && text.slice(part.span.start, part.span.end);
  if (written === undefined) return printExpression(part);
  return ["binary", "conditional", "unary"].includes(part.kind) ? `(${written})` : written;
}

/** A string literal with another value, in the quotes that it has when they suit the value. */
export function writtenLike(text: string, literal: Span | undefined, value: string): string {
  const token = literal && text.slice(literal.start, literal.end);
  const quote = /^['"](?!['"]{2})/.exec(token ?? "")?.[0];
  if (quote !== undefined && /^[^\\'"\p{C}\u2028\u2029]*$/u.test(value)) {
    return quote + value + quote;
  }
  return printExpression({ kind: "literal", type: "string", value });
}

/** How much of an expression the help shows. */
export const longestAdvice = 160;

/** "Write …", as the help or the title of a fix, with the beginning of what is very long. */
export function toWrite(text: string): string {
  return `Write ${shortened(text, longestAdvice)}`;
}
