import { describeCheckError } from "@traffic-policy/policy-language";
import { helpForStar } from "../../analysis/glob.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The pattern of `matches` is not a valid RE2 regular expression.",
    wrong: `{ "inbound": [ { "name": "Versions", "expressions": ["req.url.path.matches('^/v[0-9/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Versions", "expressions": ["req.url.path.matches('^/v[0-9]/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service matches with RE2, which has no look-around and no back-references. An expression with an invalid pattern fails.",
  },
  only: { checkError: (code) => code === "invalid-regular-expression" },
  visit: {
    checkError({ expression, error }, report) {
      report({
        ...expression.at(error.span),
        ...describeCheckError(error),
        ...helpForStar(error.args["reason"]),
      });
    },
  },
});
