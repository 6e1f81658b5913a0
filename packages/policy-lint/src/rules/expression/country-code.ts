import { shortened } from "@traffic-policy/policy-language";
import { comparedTexts, comparesWhole } from "../../analysis/expression/compared-texts.ts";
import { writeInstead } from "../../analysis/expression/write-instead.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A country code is not two letters in upper case.",
    wrong: `{ "inbound": [ { "expressions": ["conn.geo.country_code in ['us', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["conn.geo.country_code in ['US', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Country codes are those of ISO 3166: two letters in upper case. The comparison with anything else never fits. The fix changes what the rule matches; look at it before.",
  },
  visit: {
    expression(node, report) {
      for (const { variable, comparison, literal } of comparedTexts(node)) {
        if (variable.form !== "country-code" || !comparesWhole(comparison)) continue;
        // An empty text asks whether the country is known at all.
        if (/^([A-Z]{2})?$/.test(literal.value)) continue;
        const code = /^[a-z]{2}$/i.test(literal.value) ? literal.value.toUpperCase() : undefined;
        report({
          ...node.at(literal.span),
          message: `'${shortened(literal.value)}' is no country code: they are two letters in upper case.`,
          help:
            code === undefined
              ? "Write the code of ISO 3166, such as 'US' or 'DE'."
              : `Write '${code}'.`,
          ...(code !== undefined && { fix: writeInstead(node, literal, code) }),
        });
      }
    },
  },
});
