import { shortened } from "@traffic-policy/policy-language/internal";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A host is compared with a text that has capital letters.",
    wrong: `{ "inbound": [ { "expressions": ["req.host == 'Api.example.com'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.host == 'api.example.com'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Text is compared character by character, and clients send hosts in lower case, so the comparison matches hardly any request. The fix changes what the rule matches; review it first.",
  },
  only: { comparedText: ({ form }) => form === "host" || form === "host-and-port" },
  visit: {
    comparedText({ expression, literal }, report) {
      const { value } = literal;
      const host = value.toLowerCase();
      // expression/host-scheme reports what is more than a host, document/placeholder a placeholder.
      if (host === value || !/^[\w.:-]+$/.test(value) || value.toUpperCase() === value) return;
      report({
        ...expression.at(literal.span),
        message: `Clients send hosts in lower case, not as '${shortened(value)}'.`,
        help: `Write '${shortened(host)}'.`,
        fix: writeInstead(expression, literal, host),
      });
    },
  },
});
