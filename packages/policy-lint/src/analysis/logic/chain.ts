import type { Expression, Span } from "@traffic-policy/policy-language";

type ChainOperator = "&&" | "||";

/** The operands of a chain of one operator, in the order of the text. */
export function chainOperands(node: Expression, operator: ChainOperator): Expression[] {
  return chainLinks(node, operator).map((link) => link.node);
}

/** One operand of a chain. */
export interface ChainLink {
  readonly node: Expression;
  /** The operation that it is an operand of; none when the chain has no other operand. */
  readonly within?: Expression & { kind: "binary" };
}

/** The operands of a chain with the operations that they stand in. */
export function chainLinks(chain: Expression, operator: ChainOperator): ChainLink[] {
  const links: ChainLink[] = [];
  // A stack of our own: a chain of operators is as deep as it is long.
  const left: ChainLink[] = [{ node: chain }];
  for (let link = left.pop(); link !== undefined; link = left.pop()) {
    const { node } = link;
    if (node.kind !== "binary" || node.operator !== operator) links.push(link);
    else left.push({ node: node.right, within: node }, { node: node.left, within: node });
  }
  return links;
}

/**
 * The span that has to go for an operand to leave its chain: with its operator, and the parentheses
 * around it. Undefined when a comment stands between the operands.
 */
export function spanToRemove({ node, within }: ChainLink, text: string): Span | undefined {
  const [span, operator] = [within?.span, within?.operatorSpan];
  const [left, right] = [within?.left.span, within?.right.span];
  if (!span || !operator || !left || !right) return undefined;
  if (text.slice(left.end, right.start).includes("//")) return undefined;
  // A pattern that looks for the end would take the square of a long run of spaces.
  const endBefore = text.slice(0, operator.start).trimEnd().length;
  const spaceAfter = /^\s*/.exec(text.slice(operator.end))?.[0].length ?? 0;
  return node === within?.left
    ? { start: span.start, end: operator.end + spaceAfter }
    : { start: endBefore, end: span.end };
}
