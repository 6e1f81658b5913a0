import { Shadows } from "../../analysis/flow/shadows.ts";
import { defineRule } from "../../rule.ts";
import { ruleTitle } from "../../analysis/flow/rule-facts.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rule only matches requests that an earlier rule has already ended processing for.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] }, { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are evaluated from top to bottom, and an action that answers or refuses the request ends that. So the rule for the special case has to come before the general one. Nothing is reported when a rule between the two may change what their conditions read.",
  },
  visit: {
    section(_section, report) {
      const shadows = new Shadows();
      return (rule) => {
        const by = shadows.next(rule);
        if (by === undefined) return;
        report({
          path: rule.path,
          message: `No request reaches this rule: ${ruleTitle(by)} ends processing for every request that it matches.`,
          help: "Move this rule before the other one, or narrow the conditions of the other one.",
          related: [{ message: "This rule matches its requests first.", path: by.path }],
        });
      };
    },
  },
});
