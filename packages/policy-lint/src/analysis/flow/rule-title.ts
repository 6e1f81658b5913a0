import { shortened } from "@traffic-policy/policy-language";
import type { RuleNode } from "../../nodes/rule-node.ts";

/** How a sentence refers to a rule. */
export function ruleTitle({ name, index }: RuleNode): string {
  return name === undefined || name === "" ? `rule ${index + 1}` : `"${shortened(name)}"`;
}
