import { describeCheckError, type CheckErrorCode } from "@traffic-policy/policy-language";
import { isEnvironmentVariable } from "../../analysis/expression/environment-variable.ts";
import { nameReplacement } from "../../analysis/expression/meant-name.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";
import { toWrite } from "../../analysis/expression/written.ts";

const codes = new Set<CheckErrorCode>([
  "unknown-variable",
  "unknown-function",
  "unknown-method",
  "unknown-field",
  "namespace-as-value",
]);

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "An expression uses a variable, function, method or field that does not exist.",
    wrong: `{ "inbound": [ { "name": "old browsers", "expressions": ["req.user_agent.includes('MSIE')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "old browsers", "expressions": ["req.user_agent.contains('MSIE')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service compiles the expressions when a policy is stored and refuses the policy when a name is not known. A name of another language or system gets a sentence that says what to write here.",
  },
  visit: {
    expression(node, report) {
      for (const error of node.checked?.errors ?? []) {
        if (!codes.has(error.code) || isEnvironmentVariable(node)) continue;
        const replacement = nameReplacement(node, error);
        // The interpolations of the earliest policies were no CEL, and began with a dot.
        const isEarliest = node.role === "interpolation" && /^\s*\./.test(node.text);
        report({
          ...node.at(error.span),
          ...describeCheckError(error),
          ...(isEarliest && { atMost: "warning" }),
          ...(replacement && {
            fix: {
              title: toWrite(replacement.text),
              safe: false,
              edits: editsOf(node, [replacement]),
            },
          }),
        });
      }
    },
  },
});
