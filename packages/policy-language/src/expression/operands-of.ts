import type { Binary, Expression } from "./tree.ts";

/** `a && b` or `a || b`. */
export type Logical = Binary & { readonly operator: "&&" | "||" };

/** Whether a node joins conditions. */
export function isLogical(node: Expression): node is Logical {
  return node.kind === "binary" && (node.operator === "&&" || node.operator === "||");
}

/**
 * The operands of `a && b && c`, which the tree holds as `(a && b) && c`: a chain on the right stands in
 * parentheses, and is one of them.
 *
 * A chain is as deep as it is long, thousands of operands: whoever goes through a tree step by step goes
 * through these instead.
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
