import { enumerated } from "@traffic-policy/policy-language/internal";
import type { RuleReference } from "@traffic-policy/policy-engine";

export function titleOf({ name, path }: RuleReference): string {
  return name === undefined ? path : JSON.stringify(name);
}

/** For example `the rule "A"`, `the rules "A" and "B"`. */
export function rulesText(rules: readonly RuleReference[], article: "the" | "The" = "the"): string {
  return `${article} ${rules.length === 1 ? "rule" : "rules"} ${enumerated(rules.map(titleOf))}`;
}
