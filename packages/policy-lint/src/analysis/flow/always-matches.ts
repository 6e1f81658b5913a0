import type { RuleNode } from "../../nodes/rule-node.ts";
import { isAlwaysTrue } from "../logic/claims.ts";
import { conjunctionOf } from "../logic/conjunction-of.ts";
import { logicOf } from "../logic/expression-logic.ts";

/** Whether all conditions of a rule are understood. */
export function isUnderstood(rule: RuleNode): boolean {
  return rule.isWhole && rule.conditions.every((condition) => logicOf(condition) !== undefined);
}

/** Whether a rule matches every request. */
export function alwaysMatches(rule: RuleNode): boolean {
  return isUnderstood(rule) && conjunctionOf(rule).every(({ formula }) => isAlwaysTrue(formula));
}
