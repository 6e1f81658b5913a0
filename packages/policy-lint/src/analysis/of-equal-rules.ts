import type { RuleFacts } from "../nodes/part-facts.ts";
import type { RuleNode } from "../nodes/rule-node.ts";

/**
 * Finds something out about a rule, and about equal ones only once.
 *
 * @param find - what it returns must not refer to the rule or its parts, which have their places;
 *   when it looks at what stands around the rule, nothing is kept
 */
export function ofEqualRules<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  const known = new WeakMap<RuleFacts, { readonly value: T }>();
  return (rule) => {
    const found = known.get(rule.facts);
    if (found !== undefined) return found.value;
    const { isSeenAround } = rule;
    rule.isSeenAround = false;
    const value = find(rule);
    if (!rule.isSeenAround) known.set(rule.facts, { value });
    rule.isSeenAround ||= isSeenAround;
    return value;
  };
}
