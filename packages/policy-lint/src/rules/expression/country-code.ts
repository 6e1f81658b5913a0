import { meantCountryCode, shortened } from "@traffic-policy/policy-language/internal";
import { writeInstead } from "../../analysis/expression/replacement.ts";
import { unfilledPlaceholder } from "../../analysis/placeholder.ts";
import { comparesWhole } from "../../nodes/expression-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A country code is compared with a text that is not a country code.",
    wrong: `{ "inbound": [ { "expressions": ["has(conn.geo.country_code)", "conn.geo.country_code in ['UK', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["has(conn.geo.country_code)", "conn.geo.country_code in ['GB', 'CA']"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Country codes are those of ISO 3166: two letters in upper case, and GB for the United Kingdom. A comparison with anything else matches no country. Codes that ISO 3166 reserves or leaves to users, such as EU and XK, are not reported. The fix changes what the rule matches; review it first.",
  },
  only: { comparedText: ({ form }) => form === "country-code" },
  visit: {
    comparedText({ expression, comparison, literal }, report) {
      if (!comparesWhole(comparison)) return;
      const code = meantCountryCode(literal.value);
      // document/placeholder reports `<COUNTRY>`.
      if (unfilledPlaceholder(literal.value) !== undefined) return;
      // An empty text tests whether the country is known at all.
      if (literal.value === "" || literal.value === code) return;
      report({
        ...expression.at(literal.span),
        message: /^[A-Z]{2}$/.test(literal.value)
          ? `'${literal.value}' is not a country code.`
          : `'${shortened(literal.value)}' is not a country code: those are two letters in upper case.`,
        help:
          code === undefined ? "Write an ISO 3166 code, such as 'US' or 'DE'." : `Write '${code}'.`,
        ...(code !== undefined && { fix: writeInstead(expression, literal, code) }),
      });
    },
  },
});
