import type { Binary, CheckError, Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";

/** A comparison of a list with a text that could be one of its items. */
export interface ListComparison {
  readonly node: Binary;
  readonly list: Expression;
  readonly text: Expression;
}

/** The comparison of a list of texts with a text that the checker's error is about, if it is. */
export function listComparison(
  { tree, checked }: ExpressionNode,
  error: CheckError,
): ListComparison | undefined {
  const { operator } = error.args;
  if (error.code !== "no-such-operator" || tree === undefined) return undefined;
  if (operator !== "==" && operator !== "!=") return undefined;
  for (const { node } of partsOf(tree)) {
    if (node.span !== error.span || node.kind !== "binary") continue;
    for (const [list, text] of [
      [node.left, node.right],
      [node.right, node.left],
    ] as const) {
      const type = checked?.types.get(list);
      const isOfTexts = type?.kind === "list" && type.element.kind === "string";
      if (isOfTexts && checked?.types.get(text)?.kind === "string") return { node, list, text };
    }
  }
  return undefined;
}
