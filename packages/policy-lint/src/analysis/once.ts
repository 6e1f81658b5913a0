import type { RuleNode } from "../nodes/rule-node.ts";

/**
 * Finds something out about a rule, and about equal ones only once.
 *
 * @param find - what it returns must not refer to the rule or its parts, which have their places;
 *   when it looks at what stands around the rule, nothing is kept
 */
export function ofEqualRules<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return once(find, ({ facts }) => facts);
}

/** The same for what depends on nothing but the conditions of a rule. */
export function ofEqualConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return once(find, ({ conditionFacts }) => conditionFacts);
}

function once<T>(
  find: (rule: RuleNode) => T,
  factsOf: (rule: RuleNode) => object,
): (rule: RuleNode) => T {
  const known = new WeakMap<object, { readonly value: T }>();
  return (rule) => {
    const facts = factsOf(rule);
    const found = known.get(facts);
    if (found !== undefined) return found.value;
    const { isSeenAround } = rule;
    rule.isSeenAround = false;
    const value = find(rule);
    if (!rule.isSeenAround) known.set(facts, { value });
    rule.isSeenAround ||= isSeenAround;
    return value;
  };
}
