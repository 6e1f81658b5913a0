import { shortened } from "@traffic-policy/policy-language";
import { isEnvironmentVariable } from "../../analysis/expression/environment-variable.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "An interpolation is the name of an environment variable.",
    wrong:
      '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "${APP_RELEASE}" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Version", "actions": [ { "type": "add-headers", "config": { "headers": { "x-release": "2024-10" } } } ] } ] }',
    why: "What stands between `${` and `}` is an expression, which the service evaluates for each request. It knows nothing of the environment in which the policy is written, so it refuses the policy.",
  },
  only: { expression: (role) => role === "interpolation" },
  visit: {
    expression(node, report) {
      if (!isEnvironmentVariable(node)) return;
      report({
        ...node.at(),
        message: `${shortened(node.text.trim())} looks like an environment variable, and the service has none.`,
        help: "Put the value in before the policy is pushed: write the policy in TypeScript, and read the variable there.",
      });
    },
  },
});
