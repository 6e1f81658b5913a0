import { childrenOf, isLogical, type Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { chainLinks } from "./chain.ts";
import { logicOf } from "./expression-logic.ts";
import { Operand } from "./operand.ts";

/** Operands with one operator between them. */
export interface Chain {
  readonly operator: "&&" | "||";
  readonly operands: readonly Operand[];
}

/**
 * The chains of `&&` and `||` in an expression. The `&&` that a whole condition consists of is left
 * out: it belongs to what the conditions of the rule say together.
 */
export function chainsOf(expression: ExpressionNode): Chain[] {
  const logic = logicOf(expression);
  const chains: Chain[] = [];
  if (logic !== undefined) visit(logic.tree, expression.role === "condition");
  return chains;

  function visit(node: Expression, isCondition: boolean): void {
    if (!isLogical(node)) {
      for (const child of childrenOf(node)) visit(child, false);
      return;
    }
    const { operator } = node;
    const links = chainLinks(node, operator);
    if (logic !== undefined && !(isCondition && operator === "&&")) {
      const operands = links.map((link) => new Operand(expression, link, logic));
      chains.push({ operator, operands });
    }
    for (const link of links) visit(link.node, false);
  }
}
