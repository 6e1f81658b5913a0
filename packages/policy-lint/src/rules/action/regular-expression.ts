import { describeCheckError } from "@traffic-policy/policy-language";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import { helpForStar } from "../../analysis/glob.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A regular expression in a config is invalid.",
    wrong:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/(.*", "to": "/v2/$1" } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "New API", "actions": [ { "type": "url-rewrite", "config": { "from": "/v1/(.*)", "to": "/v2/$1" } } ] } ] }',
    why: "The service refuses a policy with a regular expression that it cannot compile. It uses RE2, as far as is known: a feature that only other kinds of regular expressions have, such as look-around, is a warning.",
  },
  only: { action: ({ regularExpressions }) => regularExpressions.length > 0 },
  visit: {
    action(node, report) {
      for (const field of node.definition?.regularExpressions ?? []) {
        for (const { path, text } of textsOf(node, field)) {
          const result = compileRegularExpression(text);
          if (result.ok) continue;
          const { reason, span } = result;
          report({
            path,
            ...(span && { part: span }),
            ...describeCheckError({ code: "invalid-regular-expression", args: { reason } }),
            ...helpForStar(reason),
            ...(isSupportedElsewhere(reason) && { atMost: "warning" }),
          });
        }
      }
    },
  },
});

function isSupportedElsewhere(reason: string): boolean {
  return /^(?:invalid perl operator|invalid (?:or unsupported )?perl syntax|invalid escape sequence|invalid named capture|invalid repeat count|invalid nested repetition|bad repetition operator|invalid character class range)/i.test(
    reason,
  );
}
