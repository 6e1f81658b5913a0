import type { Expression } from "./tree.ts";

/**
 * The operands of `a && b && c`, which the tree holds as `(a && b) && c`: a chain on the right stands in
 * parentheses, and is one of them.
 */
export function operandsOf(node: Expression, operator: "&&" | "||"): Expression[] {
  const operands: Expression[] = [];
  let at = node;
  while (at.kind === "binary" && at.operator === operator) {
    operands.push(at.right);
    at = at.left;
  }
  return [at, ...operands.toReversed()];
}
