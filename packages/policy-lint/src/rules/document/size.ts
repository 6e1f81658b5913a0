import { serialize } from "@traffic-policy/policy-language";
import { utf8Size } from "@traffic-policy/policy-language/internal";
import { defineRule } from "../../rule.ts";

interface Options {
  readonly maxBytes: number;
  readonly maxRules: number;
}

export default defineRule<Options>({
  severity: "info",
  docs: {
    what: "A policy has very many rules, or is very long.",
    wrong:
      '{ "inbound": [ { "name": "No posts", "expressions": ["req.method == \'POST\'"], "actions": [ { "type": "deny" } ] }, { "name": "No puts", "expressions": ["req.method == \'PUT\'"], "actions": [ { "type": "deny" } ] } ] }',
    right:
      '{ "inbound": [ { "name": "No posts, no puts", "expressions": ["req.method in [\'POST\', \'PUT\']"], "actions": [ { "type": "deny" } ] } ] }',
    why: "The service limits the number of rules and the size of a policy. The limits depend on the plan and are not documented: the defaults only show that something is unusual. Set the limits of your plan, with the severity `error`.",
    exampleOptions: { maxBytes: 1000, maxRules: 1 },
  },
  options: {
    schema: {
      type: "object",
      properties: {
        maxBytes: {
          type: "integer",
          minimum: 1,
          description: "The maximum size of the policy in bytes, as JSON without white space.",
        },
        maxRules: {
          type: "integer",
          minimum: 1,
          description: "The maximum number of rules, in all directions together.",
        },
      },
      additionalProperties: false,
    },
    default: { maxBytes: 1_000_000, maxRules: 1000 },
  },
  visit: {
    document({ path, value, rules, json }, report, { maxBytes, maxRules }) {
      if (rules.length > maxRules) {
        report({
          path,
          message: `The policy has ${rules.length} rules, more than ${maxRules}.`,
          help: "Combine rules that do the same: conditions with ||, or values with in and a list.",
        });
      }
      // Only a minus before 0 can be missing there, and no UTF-16 unit takes more than three bytes.
      const most = /[^\0-\x7F]/.test(json) ? 3 : 1;
      if (json.length * 2 * most <= maxBytes) return;
      const bytes = utf8Size(serialize(value));
      if (bytes <= maxBytes) return;
      report({
        path,
        message: `The policy is ${bytes} bytes long as JSON, more than ${maxBytes}.`,
        help: "Combine rules that do the same, and serve long responses from the upstream.",
      });
    },
  },
});
