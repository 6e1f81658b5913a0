import {
  printExpression,
  shortened,
  type Expression,
  type Span,
} from "@traffic-policy/policy-language";

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
