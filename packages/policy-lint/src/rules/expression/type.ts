import { describeCheckError, type CheckErrorCode } from "@traffic-policy/policy-language";
import { isAboutEarlierBool, listComparison } from "../../analysis/expression/wrong-operands.ts";
import { defineRule } from "../../rule.ts";

const codes = new Set<CheckErrorCode>([
  "no-such-operator",
  "wrong-argument-types",
  "wrong-argument-count",
  "not-a-boolean-operand",
  "not-indexable",
  "wrong-key-type",
  "macro-misuse",
]);

export default defineRule({
  severity: "error",
  docs: {
    what: "An operator, function or method is used with values of the wrong type.",
    wrong: `{ "inbound": [ { "name": "high ports", "expressions": ["conn.client_port > '1000'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "high ports", "expressions": ["conn.client_port > 1000"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL does not convert values: the service compiles the expressions when a policy is stored, and refuses the policy when the types do not fit.",
  },
  only: { checkError: (code) => codes.has(code) },
  visit: {
    checkError({ expression, error }, report) {
      if (listComparison(expression, error) !== undefined) return;
      report({
        ...expression.at(error.span),
        ...describeCheckError(error),
        ...(isAboutEarlierBool(expression, error.span) && { atMost: "warning" }),
      });
    },
  },
});
