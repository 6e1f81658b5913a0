import type { Place } from "../../nodes/place.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";

/**
 * What a lint rule remembers while it is shown the rules of one direction in their order: made anew
 * for each direction, each time that a policy is gone through.
 */
export function alongDirection<Memory>(make: () => Memory): (rule: RuleNode) => Memory {
  const memories = new WeakMap<Place, Memory>();
  return (rule) => {
    const { place } = rule;
    rule.isSeenAround = true;
    let memory = memories.get(place);
    if (memory === undefined) memories.set(place, (memory = make()));
    return memory;
  };
}
