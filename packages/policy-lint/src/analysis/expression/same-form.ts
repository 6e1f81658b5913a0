import { printExpression, type Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

/** Writes an expression so that two of them look the same if only their texts are different. */
export function formOf(tree: Expression): string {
  return printExpression(withoutTexts(tree));
}

/** The same for an expression of a policy, with the names of today for its variables. */
export function currentFormOf({ tree, checked }: ExpressionNode): string | undefined {
  if (tree === undefined) return undefined;
  const renamed = (checked?.variables ?? []).flatMap(({ definition: { name, renamedTo } }) =>
    renamedTo === undefined ? [] : [[name, renamedTo] as const],
  );
  return renamed.reduce((text, [name, today]) => text.replace(name, today), formOf(tree));
}

function withoutTexts(tree: Expression): Expression {
  switch (tree.kind) {
    case "literal":
      return tree.type === "string" ? { ...tree, value: "" } : tree;
    case "index":
      return { ...tree, operand: withoutTexts(tree.operand), index: withoutTexts(tree.index) };
    case "select":
      return { ...tree, operand: withoutTexts(tree.operand) };
    case "call":
      return { ...tree, arguments: tree.arguments.map(withoutTexts) };
    default:
      return tree;
  }
}
