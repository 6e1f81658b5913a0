import type { RuleNode } from "../nodes/rule-node.ts";

/** Computes something about a rule once, for all lint rules that need it while it is visited. */
export function ofRule<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.facts.once(find, () => find(rule));
}

/**
 * Computes something about the conditions of a rule, and only once for equal ones.
 *
 * @param find - looks at nothing but the conditions; what it returns must not refer to them, as they have
 *   their places
 */
export function ofEqualConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return (rule) => rule.conditionFacts.once(find, () => find(rule));
}
