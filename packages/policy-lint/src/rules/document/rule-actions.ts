import { shortened } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";
import { documentFindings, isActionAsRule } from "../../nodes/document-node.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A rule has no actions.",
    wrong: '{ "inbound": [ { "name": "Old API", "actions": [] } ] }',
    right: '{ "inbound": [ { "name": "Old API", "actions": [ { "type": "deny" } ] } ] }',
    why: "The service refuses a policy with such a rule. Where it does not, the rule does nothing, which is rarely what its author intended.",
  },
  visit: {
    document(node, report) {
      // A rule whose `actions` are there under a misspelt name is not among these.
      const without = documentFindings(node).filter(({ key }) => key === "actions");
      const paths = new Set(without.map(({ path }) => path));
      for (const rule of node.rules) {
        const { actions } = rule.value;
        const isEmpty = Array.isArray(actions) && actions.length === 0;
        if (!isEmpty && (paths.size === 0 || !paths.has(rule.path))) continue;
        const { path, name } = rule;
        if (!isEmpty && isActionAsRule(rule.value, node.dialect)) {
          report({
            path,
            message: "An action stands where a rule is expected.",
            help: 'Put it into the "actions" of a rule: whether the service accepts it as it is, is not documented.',
            atMost: "info",
          });
          continue;
        }
        report({
          path: isEmpty ? `${path}/actions` : path,
          message: `${name ? `The rule "${shortened(name)}"` : "The rule"} has no actions.`,
          help: 'Add an action, such as { "type": "deny" }, or remove the rule.',
        });
      }
    },
  },
});
