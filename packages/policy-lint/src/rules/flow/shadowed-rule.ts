import { enumerated } from "@traffic-policy/policy-language/internal";
import { Shadows } from "../../analysis/flow/shadows.ts";
import { defineRule } from "../../rule.ts";
import { ruleTitle } from "../../analysis/flow/rule-facts.ts";

const mostTitles = 4;

export default defineRule({
  severity: "warning",
  tag: "unnecessary",
  docs: {
    what: "A rule only matches requests that earlier rules have already ended processing for.",
    wrong: `{ "inbound": [ { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] }, { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.url.path == '/admin/health'"], "actions": [ { "type": "custom-response", "config": { "status_code": 200, "content": "well", "headers": { "content-type": "text/plain" } } } ] }, { "expressions": ["req.url.path.startsWith('/admin')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Rules are evaluated from top to bottom, and an action that answers or refuses the request ends that. So the rule for the special case has to come before the general one. Nothing is reported when a rule between the two may change what their conditions read.",
  },
  visit: {
    section(_section, report) {
      const shadows = new Shadows();
      return (rule) => {
        const by = shadows.next(rule);
        const [only, ...others] = by;
        if (only === undefined) return;
        const message = "No request reaches this rule: ";
        if (others.length === 0) {
          report({
            path: rule.path,
            message: `${message}${ruleTitle(only)} ends processing for every request that it matches.`,
            help: "Move this rule before the other one, or narrow the conditions of the other one.",
            related: [{ message: "This rule matches its requests first.", path: only.path }],
          });
          return;
        }
        const called =
          by.length > mostTitles ? `${by.length} earlier rules` : enumerated(by.map(ruleTitle));
        report({
          path: rule.path,
          message: `${message}${called} together end processing for every request that it matches.`,
          help: "Move this rule before one of them, or narrow the conditions of one.",
          related: by.map(({ path }) => ({
            message: "This rule matches some of its requests first.",
            path,
          })),
        });
      };
    },
  },
});
