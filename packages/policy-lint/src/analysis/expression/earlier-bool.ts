import type { Expression, Span } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";

/**
 * Whether what an error is about would be right with a function that is called there and is a bool to
 * the documentation of an earlier era: a call that should be one, or is compared with one.
 */
export function isAboutEarlierBool(
  { tree, checked, place }: ExpressionNode,
  span: Span | undefined,
): boolean {
  if (tree === undefined || span === undefined) return false;
  const isEarlierBool = (node: Expression): boolean =>
    node.kind === "call" && place.dialect.functions.get(node.name)?.earlierReturns === "bool";
  const isBool = (node: Expression): boolean => checked?.types.get(node)?.kind === "bool";
  return partsOf(tree).some(({ node }) => {
    if (node.span !== span) return false;
    if (node.kind !== "binary") return isEarlierBool(node);
    const { operator, left, right } = node;
    if (!comparisons.has(operator)) return false;
    return (isEarlierBool(left) && isBool(right)) || (isBool(left) && isEarlierBool(right));
  });
}

const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);
