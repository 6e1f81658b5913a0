import { isAlwaysTrue } from "../logic/claims.ts";
import { logicOf } from "../logic/expression-logic.ts";
import { ofEqualRules } from "../of-equal-rules.ts";
import { formulasOf } from "./formulas-of.ts";

/** Whether all conditions of a rule are understood. */
export const isUnderstood = ofEqualRules(
  (rule) => rule.isWhole && rule.conditions.every((condition) => logicOf(condition) !== undefined),
);

/** Whether a rule matches every request. */
export const alwaysMatches = ofEqualRules(
  (rule) => isUnderstood(rule) && formulasOf(rule).every(isAlwaysTrue),
);
