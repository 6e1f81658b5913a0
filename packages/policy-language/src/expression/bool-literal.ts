import type { Expression } from "./tree.ts";

/** The value of `true` and `false`; none of anything else. */
export function boolLiteral(node: Expression): boolean | undefined {
  return node.kind === "literal" && node.type === "bool" ? node.value : undefined;
}

/** What `a == true`, `false != a` and their kin compare, and the value for which they are true. */
export function comparedWithBool(
  node: Expression,
): { readonly operand: Expression; readonly value: boolean } | undefined {
  if (node.kind !== "binary" || (node.operator !== "==" && node.operator !== "!="))
    return undefined;
  const isLeft = boolLiteral(node.left) !== undefined;
  const value = boolLiteral(isLeft ? node.left : node.right);
  if (value === undefined) return undefined;
  return { operand: isLeft ? node.right : node.left, value: (node.operator === "==") === value };
}
