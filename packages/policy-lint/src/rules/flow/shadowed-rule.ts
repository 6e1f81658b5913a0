import { alwaysMatches, isUnderstood } from "../../analysis/flow/always-matches.ts";
import { Changes } from "../../analysis/flow/changes.ts";
import { EndingRules } from "../../analysis/flow/ending-rules.ts";
import { endingAction } from "../../analysis/flow/ends-processing.ts";
import { ruleKey } from "../../analysis/flow/rule-key.ts";
import { ruleTitle } from "../../analysis/flow/rule-title.ts";
import { areContradictory } from "../../analysis/logic/claims.ts";
import { conjunctionOf } from "../../analysis/logic/conjunction-of.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rule only matches requests that an earlier rule has already ended processing for.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] }, { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are gone through from top to bottom, and an action that answers or refuses the request ends that. So the rule for the special case has to stand before the one for all the others. Nothing is said when a rule between the two may change what their conditions look at.",
  },
  visit: {
    document(node, report) {
      for (const direction of node.dialect.directions) {
        for (const { rule, by } of shadowed(node.rulesOf(direction))) {
          report({
            path: rule.path,
            message: `No request reaches this rule: ${ruleTitle(by)} ends processing for all that it matches.`,
            help: "Put this rule before the other one, or narrow the conditions of that.",
            related: [{ message: "This rule takes its requests.", path: by.path }],
          });
        }
      }
    },
  },
});

function* shadowed(rules: readonly RuleNode[]): Generator<{ rule: RuleNode; by: RuleNode }> {
  const ending = new EndingRules();
  const changes = new Changes();
  for (const rule of rules) {
    const by = ending.shadowing(rule, changes);
    if (by !== undefined) {
      if (!isSameRule(rule, by) && !isContradictory(rule)) yield { rule, by };
      continue;
    }
    changes.add(rule);
    if (endingAction(rule) === undefined || !isUnderstood(rule)) continue;
    // What stands after it is never reached, which is a rule of its own.
    if (alwaysMatches(rule)) return;
    ending.add(rule);
  }
}

function isSameRule(one: RuleNode, other: RuleNode): boolean {
  const key = ruleKey(one);
  return key !== undefined && key === ruleKey(other);
}

function isContradictory(rule: RuleNode): boolean {
  return areContradictory(conjunctionOf(rule).map(({ formula }) => formula));
}
