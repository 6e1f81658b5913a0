import { shortened } from "@traffic-policy/policy-language";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "Two rules of one direction have the same name.",
    wrong: `{ "inbound": [ { "name": "No access", "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "name": "No access", "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No access to admin pages", "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "name": "No TRACE", "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A name tells which rule is meant. With two of the same name `traffic-policy diff` has to guess which of them changed, and a log that shows the name does not say which one it was. An inbound and an outbound rule may well share a name.",
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
            message: `Another rule has the name "${shortened(name)}" already.`,
            help: "Say in the name what makes this rule different.",
            related: [{ message: "The other one is here.", path: `${other.path}/name` }],
          });
      };
    },
  },
});
