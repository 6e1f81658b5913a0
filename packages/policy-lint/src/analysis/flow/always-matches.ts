import { isAlwaysTrue } from "@traffic-policy/policy-logic";
import { logicOf } from "../logic/operands.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { ofEqualConditions } from "../equal-rules.ts";
import { formulasOf } from "./formulas-of.ts";

/** Whether all conditions of a rule can be analyzed. */
export const isUnderstood = ofEqualConditions(
  (rule) => rule.isWhole && rule.conditions.every((condition) => logicOf(condition) !== undefined),
);

/** Whether a rule matches every request. */
export function alwaysMatches(rule: RuleNode): boolean {
  return isUnderstood(rule) && areAlwaysTrue(rule);
}

const areAlwaysTrue = ofEqualConditions((rule) => formulasOf(rule).every(isAlwaysTrue));
