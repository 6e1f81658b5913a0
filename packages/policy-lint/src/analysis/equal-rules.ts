import type { FoundOut } from "../nodes/part-facts.ts";
import type { RuleNode } from "../nodes/rule-node.ts";

/**
 * Finds something out about a rule, and about equal ones only once.
 *
 * @param find - what it returns must not refer to the rule or its parts, which have their places;
 *   when it looks at what stands around the rule, nothing is kept
 */
export function ofEqualRules<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return once(find, ({ facts }) => facts.foundOut);
}

/** The same for what depends on nothing but the conditions of a rule. */
export function ofEqualConditions<T>(find: (rule: RuleNode) => T): (rule: RuleNode) => T {
  return once(find, ({ conditionFacts }) => conditionFacts);
}

let count = 0;

function once<T>(
  find: (rule: RuleNode) => T,
  foundOutAbout: (rule: RuleNode) => FoundOut,
): (rule: RuleNode) => T {
  const index = count++;
  return (rule) => {
    const foundOut = foundOutAbout(rule);
    const known = foundOut[index] as { readonly value: T } | undefined;
    if (known !== undefined) return known.value;
    const { isSeenAround } = rule;
    rule.isSeenAround = false;
    const value = find(rule);
    if (!rule.isSeenAround) foundOut[index] = { value };
    rule.isSeenAround ||= isSeenAround;
    return value;
  };
}
