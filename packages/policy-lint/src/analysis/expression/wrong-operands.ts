import type { Binary, CheckError, Expression, Span } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

export interface ListComparison {
  readonly node: Binary;
  readonly list: Expression;
  readonly text: Expression;
}

export function listComparison(
  { parts, checked }: ExpressionNode,
  error: CheckError,
): ListComparison | undefined {
  const { operator } = error.args;
  if (error.code !== "no-such-operator") return undefined;
  if (operator !== "==" && operator !== "!=") return undefined;
  for (const { node } of parts) {
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

/**
 * Checks whether an error would disappear if a called function returned a bool, as earlier documentation says: the
 * call must be a bool, or is compared with a bool.
 */
export function isAboutEarlierBool(
  { parts, checked, place }: ExpressionNode,
  span: Span | undefined,
): boolean {
  if (span === undefined) return false;
  const isEarlierBool = (node: Expression): boolean =>
    node.kind === "call" && place.dialect.functions.get(node.name)?.earlierReturns === "bool";
  const isBool = (node: Expression): boolean => checked?.types.get(node)?.kind === "bool";
  return parts.some(({ node }) => {
    if (node.span !== span) return false;
    if (node.kind !== "binary") return isEarlierBool(node);
    const { operator, left, right } = node;
    if (!comparisons.has(operator)) return false;
    return (isEarlierBool(left) && isBool(right)) || (isBool(left) && isEarlierBool(right));
  });
}

const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);
