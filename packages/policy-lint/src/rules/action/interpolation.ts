import { describeParseError } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "An interpolation is empty or is not closed.",
    wrong:
      '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${}" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "The service compiles interpolations when a policy is stored, and refuses the policy when one of them is not an expression. Whether it accepts a `${` that is never closed as plain text is not documented; that is a warning.",
  },
  visit: {
    text(node, report) {
      const { path, hasInterpolation } = node;
      for (const error of hasInterpolation ? node.interpolations.errors : []) {
        const isUnclosed = error.code === "unclosed-interpolation";
        report({
          path,
          part: error.span,
          ...describeParseError(error),
          ...(isUnclosed && { atMost: "warning" }),
        });
      }
    },
  },
});
