import { alongDirection } from "../../analysis/flow/along-direction.ts";
import { ruleKey } from "../../analysis/flow/rule-key.ts";
import { ruleTitle } from "../../analysis/flow/rule-title.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

/** The first rule of each kind. */
const firstOnes = alongDirection(() => new Map<string, RuleNode>());

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A direction has the same rule twice, names aside.",
    wrong: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "No PUT", "expressions": ["req.method == 'PUT'"], "actions": [ { "type": "deny" } ] }, { "name": "No DELETE", "expressions": ["req.method == 'DELETE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The second rule does nothing that the first has not done, or it does it twice. Mostly it was copied and then forgotten. Removing it can change something when its actions add up, so look at the fix before.",
  },
  visit: {
    rule(rule, report) {
      const known = firstOnes(rule);
      const key = ruleKey(rule);
      if (key === undefined) return;
      const first = known.get(key);
      if (first === undefined) {
        known.set(key, rule);
        return;
      }
      const { path } = rule;
      report({
        path,
        message: `This rule is the same as ${ruleTitle(first)}.`,
        help: "Remove it, or change what was meant to be different.",
        related: [{ message: "This is the first of them.", path: first.path }],
        fix: { title: "Remove the rule", safe: false, edits: [{ path, remove: true }] },
      });
    },
  },
});
