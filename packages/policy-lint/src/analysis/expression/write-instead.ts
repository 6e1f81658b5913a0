import { printExpression, type Literal } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { Fix } from "../../rule.ts";
import { toWrite } from "./written.ts";

/** Puts another text in the place of a literal; what the expression matches changes with it. */
export function writeInstead(expression: ExpressionNode, literal: Literal, value: string): Fix {
  const text = printExpression({ kind: "literal", type: "string", value });
  const { path, part } = expression.at(literal.span);
  return { title: toWrite(text), safe: false, edits: [{ path, span: part, text }] };
}
