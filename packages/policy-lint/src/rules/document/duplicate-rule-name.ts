import { shortened } from "@traffic-policy/policy-language/internal";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "Two rules of one direction have the same name.",
    wrong: `{ "inbound": [ { "name": "No access", "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "name": "No access", "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No access to admin pages", "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "name": "No TRACE", "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A name identifies a rule. When two rules share a name, `traffic-policy diff` has to guess which of them changed, and a log that shows the name does not say which rule it means. An inbound and an outbound rule may share a name.",
  },
  visit: {
    section(_section, report) {
      const first = new Map<string, RuleNode>();
      return (rule) => {
        const { name } = rule;
        if (name === undefined || name === "") return;
        const other = first.get(name);
        if (other === undefined) first.set(name, rule);
        else
          report({
            path: `${rule.path}/name`,
            message: `Another rule is already named "${shortened(name)}".`,
            help: "Choose a name that says what is different about this rule.",
            related: [{ message: "The other one is here.", path: `${other.path}/name` }],
          });
      };
    },
  },
});
