import { httpMethods } from "@traffic-policy/policy-language";
import { comparedTexts, comparesWhole } from "../../analysis/expression/compared-texts.ts";
import { writeInstead } from "../../analysis/expression/write-instead.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "An HTTP method is not written in upper case.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'post'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'POST'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Methods are case-sensitive and clients send them in upper case, so a comparison with another spelling fits hardly any request. The fix changes what the rule matches; look at it before.",
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison, literal } of comparedTexts(node)) {
        const method = literal.value.toUpperCase();
        if (variable.form !== "method" || method === literal.value) continue;
        if (!comparesWhole(comparison) || !httpMethods.has(method)) continue;
        report({
          ...node.at(literal.span),
          message: `Methods are case-sensitive, and clients send ${method}, not '${literal.value}'.`,
          help: `Write '${method}'.`,
          fix: writeInstead(node, literal, method),
        });
      }
    },
  },
});
