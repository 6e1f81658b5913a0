import { shortened } from "@traffic-policy/policy-language/internal";
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
    why: "The text between `${` and `}` is an expression that the service evaluates for each request. The service does not know the environment in which the policy is written, so it refuses the policy.",
  },
  only: { expression: (role) => role === "interpolation" },
  visit: {
    expression(node, report) {
      if (!isEnvironmentVariable(node)) return;
      report({
        ...node.at(),
        message: `${shortened(node.text.trim())} looks like an environment variable, but the service has none.`,
        help: "Insert the value before the policy is pushed: write the policy in TypeScript and read the variable there.",
      });
    },
  },
});
