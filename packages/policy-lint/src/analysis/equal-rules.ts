import type { RuleNode } from "../nodes/rule-node.ts";

/** Finds something out about a rule once, for all who ask while it is looked at. */
export function ofRule<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.facts.once(find, () => find(rule));
}

/**
 * Finds something out about the conditions of a rule, and about equal ones only once.
 *
 * @param find - looks at nothing but the conditions; what it returns must not refer to them, as they have
 *   their places
 */
export function ofEqualConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.conditionFacts.once(find, () => find(rule));
}
