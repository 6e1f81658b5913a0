import { isLogical, operandsOf, type Expression, type Span } from "@traffic-policy/policy-language";

/**
 * An expression as operands that can be told of: `&&`, `||`, `!` and `?:`, and below them conditions,
 * which are taken as a whole.
 */
export type LogicTree =
  | {
      readonly kind: "&&" | "||" | "!" | "?:";
      readonly span: Span | undefined;
      /** Of `a && b && c` all three; of `a ? b : c` the condition first. */
      readonly operands: readonly LogicTree[];
    }
  | { readonly kind: "condition"; readonly span: Span | undefined; readonly node: Expression };

/** The operands of an expression. */
export function logicTree(node: Expression): LogicTree {
  const { span } = node;
  if (isLogical(node)) {
    const operands = operandsOf(node, node.operator).map((operand) => logicTree(operand));
    return { kind: node.operator, span, operands };
  }
  if (node.kind === "unary" && node.operator === "!" && isLogic(node.operand)) {
    return { kind: "!", span, operands: [logicTree(node.operand)] };
  }
  if (node.kind === "conditional") {
    const operands = [node.condition, node.whenTrue, node.whenFalse].map((one) => logicTree(one));
    return { kind: "?:", span, operands };
  }
  return { kind: "condition", span, node };
}

function isLogic(node: Expression): boolean {
  if (node.kind === "unary") return node.operator === "!" && isLogic(node.operand);
  return isLogical(node) || node.kind === "conditional";
}
