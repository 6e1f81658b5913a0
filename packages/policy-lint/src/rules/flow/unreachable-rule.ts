import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";
import {
  alwaysMatches,
  endingAction,
  endsProcessing,
  ruleTitle,
} from "../../analysis/flow/rule-facts.ts";

export default defineRule({
  severity: "warning",
  tag: "unnecessary",
  docs: {
    what: "A rule comes after one that matches every request and ends processing.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "deny" } ] }, { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "log", "config": { "metadata": { "event": "post" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "log", "config": { "metadata": { "event": "post" } } } ] }, { "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are evaluated from top to bottom, and after an action that answers or refuses the request no other rule of that direction runs.",
  },
  visit: {
    section(_section, report) {
      let end: { readonly rule: RuleNode; readonly action: string | undefined } | undefined;
      return (rule) => {
        if (end === undefined) {
          if (!endsProcessing(rule) || !alwaysMatches(rule)) return;
          end = { rule, action: endingAction(rule)?.path };
          return;
        }
        if (end.rule.following !== rule.following + 1) return;
        const { path, following } = rule;
        const all = following === 0 ? "" : ` and the ${following} after it`;
        report({
          path,
          message: `No request reaches this rule${all}: ${ruleTitle(end.rule)} ends processing for every request.`,
          help: "Move the rule that matches every request to the end, or give it a condition.",
          related: [{ message: "Processing always ends here.", path: end.action ?? end.rule.path }],
        });
      };
    },
  },
});
