import { httpMethods } from "@traffic-policy/policy-language/internal";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { comparesWhole } from "../../nodes/expression-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "An HTTP method is not written in upper case.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'post'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Methods are case-sensitive and clients send them in upper case, so a comparison with another spelling matches hardly any request. The fix changes what the rule matches; review it first.",
  },
  only: { comparedText: ({ form }) => form === "method" },
  visit: {
    comparedText({ expression, comparison, literal }, report) {
      const method = literal.value.toUpperCase();
      if (method === literal.value || !comparesWhole(comparison) || !httpMethods.has(method))
        return;
      report({
        ...expression.at(literal.span),
        message: `Methods are case-sensitive, and clients send ${method}, not '${literal.value}'.`,
        help: `Write '${method}'.`,
        fix: writeInstead(expression, literal, method),
      });
    },
  },
});
