import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { endingAction } from "../../analysis/flow/rule-facts.ts";

export default defineRule({
  severity: "error",
  tag: "unnecessary",
  docs: {
    what: "An action comes after one that ends processing.",
    wrong: `{ "inbound": [ { "actions": [ { "type": "deny" }, { "type": "log", "config": { "metadata": { "event": "refused" } } } ] } ] }`,
    right: `{ "inbound": [ { "actions": [ { "type": "log", "config": { "metadata": { "event": "refused" } } }, { "type": "deny" } ] } ] }`,
    why: "The actions of a rule run in order, and nothing runs after one that answers or refuses the request. Usually the order is wrong. The service detects this mistake and refuses the policy.",
  },
  visit: {
    rule(node, report) {
      const ending = endingAction(node);
      if (ending === undefined) return;
      const after = node.actions.slice(node.actions.indexOf(ending) + 1);
      const [first, ...others] = after;
      if (first === undefined) return;
      const all = others.length === 0 ? "" : ` and the ${others.length} after it`;
      report({
        path: first.path,
        message: `The action "${shortened(first.type)}"${all} never runs: "${ending.type}" ends processing.`,
        help: `Move "${ending.type}" to the end of the actions, or remove what comes after it.`,
        related: [{ message: "Processing ends here.", path: ending.path }],
      });
    },
  },
});
