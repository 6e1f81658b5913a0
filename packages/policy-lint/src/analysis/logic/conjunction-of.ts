import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { chainLinks } from "./chain.ts";
import { logicOf } from "./expression-logic.ts";
import { Operand } from "./operand.ts";

// By the conditions, and not by the rule, which may let go of them.
const conjunctions = new WeakMap<readonly ExpressionNode[], readonly Operand[]>();

/**
 * What has to be true together for a rule to match: its conditions, taken apart at `&&`. Those
 * whose syntax, names or types are wrong are left out.
 */
export function conjunctionOf({ conditions }: RuleNode): readonly Operand[] {
  const operands = conjunctions.get(conditions) ?? takeApart(conditions);
  conjunctions.set(conditions, operands);
  return operands;
}

function takeApart(conditions: readonly ExpressionNode[]): Operand[] {
  return conditions.flatMap((condition) => {
    const logic = logicOf(condition);
    if (logic === undefined) return [];
    return chainLinks(logic.tree, "&&").map((link) => new Operand(condition, link, logic));
  });
}
