import type { Binary, CheckError, Expression, Span } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

/** A comparison of a list with a text that could be one of its items. */
export interface ListComparison {
  readonly node: Binary;
  readonly list: Expression;
  readonly text: Expression;
}

/** The comparison of a list of texts with a text that the checker's error is about, if it is. */
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
 * Checks whether what an error is about would be right with a function that is called there and is a bool to
 * earlier documentation: a call that should be one, or is compared with one.
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
