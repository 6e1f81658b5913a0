import type { RuleNode } from "../../nodes/rule-node.ts";
import { chainLinks } from "./chain.ts";
import { logicOf } from "./expression-logic.ts";
import { Operand } from "./operand.ts";

const conjunctions = new WeakMap<RuleNode, readonly Operand[]>();

/**
 * What has to be true together for a rule to match: its conditions, taken apart at `&&`. Those
 * whose syntax, names or types are wrong are left out.
 */
export function conjunctionOf(rule: RuleNode): readonly Operand[] {
  const operands = conjunctions.get(rule) ?? takeApart(rule);
  conjunctions.set(rule, operands);
  return operands;
}

function takeApart(rule: RuleNode): Operand[] {
  return rule.conditions.flatMap((condition) => {
    const logic = logicOf(condition);
    if (logic === undefined) return [];
    return chainLinks(logic.tree, "&&").map((link) => new Operand(condition, link, logic));
  });
}
