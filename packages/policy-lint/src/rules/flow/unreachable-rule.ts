import { alwaysMatches } from "../../analysis/flow/always-matches.ts";
import { endingAction } from "../../analysis/flow/ends-processing.ts";
import { ruleTitle } from "../../analysis/flow/rule-title.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rule stands after one that matches every request and ends processing.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "deny" } ] }, { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "log", "config": { "metadata": { "event": "post" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "log", "config": { "metadata": { "event": "post" } } } ] }, { "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are gone through from top to bottom, and after an action that answers or refuses the request no other rule of that direction runs.",
  },
  visit: {
    document(node, report) {
      for (const direction of node.dialect.directions) {
        const rules = node.rulesOf(direction);
        const last = rules.findIndex(
          (rule) => endingAction(rule) !== undefined && alwaysMatches(rule),
        );
        const [ending, first, ...others] = last < 0 ? [] : rules.slice(last);
        if (ending === undefined || first === undefined) continue;
        const all = others.length === 0 ? "" : ` and the ${others.length} after it`;
        report({
          path: first.path,
          message: `No request reaches this rule${all}: ${ruleTitle(ending)} ends processing for all of them.`,
          help: "Put the rule that takes all requests last, or give it a condition.",
          related: [
            {
              message: "Processing always ends here.",
              path: endingAction(ending)?.path ?? ending.path,
            },
          ],
        });
      }
    },
  },
});
