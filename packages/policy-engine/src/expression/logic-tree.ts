import { type Expression, type Span } from "@traffic-policy/policy-language";
import { isLogical, operandsOf } from "@traffic-policy/policy-language/internal";

/**
 * An expression as its traced operands: `&&`, `||`, `!` and `?:`, and below them conditions, which are
 * evaluated as a whole.
 */
export type LogicTree =
  | {
      readonly kind: "&&" | "||" | "!" | "?:";
      readonly span: Span | undefined;
      readonly node: Expression;
      /** All three of `a && b && c`; of `a ? b : c` the condition first. */
      readonly operands: readonly LogicTree[];
    }
  | { readonly kind: "condition"; readonly span: Span | undefined; readonly node: Expression };

/** The operands of an expression. */
export function logicTree(node: Expression): LogicTree {
  const { span } = node;
  if (isLogical(node)) {
    const operands = operandsOf(node, node.operator).map((operand) => logicTree(operand));
    return { kind: node.operator, span, node, operands };
  }
  if (node.kind === "unary" && node.operator === "!" && hasOperands(node.operand)) {
    return { kind: "!", span, node, operands: [logicTree(node.operand)] };
  }
  if (node.kind === "conditional") {
    const operands = [node.condition, node.whenTrue, node.whenFalse].map((one) => logicTree(one));
    return { kind: "?:", span, node, operands };
  }
  return { kind: "condition", span, node };
}

function hasOperands(node: Expression): boolean {
  if (node.kind === "unary") return node.operator === "!" && hasOperands(node.operand);
  return isLogical(node) || node.kind === "conditional";
}
