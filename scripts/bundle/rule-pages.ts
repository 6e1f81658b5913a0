import { rules } from "@traffic-policy/policy-lint";
import { rulePage } from "@traffic-policy/policy-lint/report/rule-page";

/** The pages of all lint rules, in Markdown, by the names of the rules. */
export const pages = Object.fromEntries(
  [...rules].map(([name, rule]) => [name, rulePage(name, rule)]),
);
