import type { Span } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";

/** Whether a function is called there that is a bool to the documentation of an earlier era. */
export function isCallOfEarlierBool(
  { tree, place }: ExpressionNode,
  span: Span | undefined,
): boolean {
  if (tree === undefined || span === undefined) return false;
  for (const { node } of partsOf(tree)) {
    if (node.span !== span || node.kind !== "call") continue;
    return place.dialect.functions.get(node.name)?.earlierReturns === "bool";
  }
  return false;
}
