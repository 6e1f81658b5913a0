import { describeParseError } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "An expression is not CEL (Common Expression Language).",
    wrong: `{ "inbound": [ { "expressions": ["conn.client_ip == '110.0.0.1"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["conn.client_ip == '110.0.0.1'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service compiles the expressions when a policy is stored and refuses the policy when one of them cannot be parsed.",
  },
  visit: {
    expression(node, report) {
      const { parsed } = node;
      if (parsed.ok) return;
      report({ ...node.at(parsed.error.span), ...describeParseError(parsed.error) });
    },
  },
});
