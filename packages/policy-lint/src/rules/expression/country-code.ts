import { meantCountryCode, shortened } from "@traffic-policy/policy-language";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { comparesWhole } from "../../nodes/expression-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A text that a country code is compared with is the code of no country.",
    wrong: `{ "inbound": [ { "expressions": ["has(conn.geo.country_code)", "conn.geo.country_code in ['UK', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["has(conn.geo.country_code)", "conn.geo.country_code in ['GB', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Country codes are those of ISO 3166: two letters in upper case, and GB for the United Kingdom. A comparison with anything else fits no country. Codes that ISO 3166 reserves or leaves to users, such as EU and XK, are passed over. The fix changes what the rule matches; look at it before.",
  },
  only: { comparedText: ({ form }) => form === "country-code" },
  visit: {
    comparedText({ expression, comparison, literal }, report) {
      if (!comparesWhole(comparison)) return;
      const code = meantCountryCode(literal.value);
      // An empty text asks whether the country is known at all.
      if (literal.value === "" || literal.value === code) return;
      report({
        ...expression.at(literal.span),
        message: /^[A-Z]{2}$/.test(literal.value)
          ? `'${literal.value}' is the code of no country.`
          : `'${shortened(literal.value)}' is no country code: they are two letters in upper case.`,
        help:
          code === undefined
            ? "Write the code of ISO 3166, such as 'US' or 'DE'."
            : `Write '${code}'.`,
        ...(code !== undefined && { fix: writeInstead(expression, literal, code) }),
      });
    },
  },
});
