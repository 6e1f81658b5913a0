import { endingAction } from "../../analysis/flow/rule-facts.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The policy of a cloud endpoint does not end what no other rule ends.",
    wrong: `{ "on_http_request": [ { "expressions": ["req.url.path.startsWith('/private')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "on_http_request": [ { "expressions": ["req.url.path.startsWith('/private')"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "forward-internal", "config": { "url": "https://site.internal" } } ] } ] }`,
    why: "A cloud endpoint has no upstream of its own. The service refuses a policy that does not end in an action such as `forward-internal`, `custom-response` or `deny`; one in a rule with conditions does not count. Lint knows it of policies that the configuration has for a cloud endpoint, of `CloudEndpoint` manifests, and of plans and states of Terraform.",
    isOfCloudEndpoint: true,
  },
  visit: {
    document({ isOfCloudEndpoint, rules, value }, report) {
      if (!isOfCloudEndpoint || rules.some(ends)) return;
      if (typeof value !== "object" || value === null) return;
      report({
        path: "",
        part: "key",
        message: "The policy of a cloud endpoint has to end what no other rule ends.",
        help: 'Add a last rule without expressions, such as { "actions": [ { "type": "forward-internal", "config": { "url": "https://site.internal" } } ] }.',
      });
    },
  },
});

function ends(rule: RuleNode): boolean {
  const isAlways = rule.conditions.length === 0 && rule.isWhole;
  // Whether a redirect counts is documented in two ways, and an unknown action may be a misspelt one that ends.
  return (
    isAlways &&
    (endingAction(rule) !== undefined ||
      rule.actions.some(
        ({ definition }) => definition === undefined || definition.answer?.kind === "redirect",
      ))
  );
}
