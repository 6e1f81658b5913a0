import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "off",
  strict: "info",
  docs: {
    what: "A comment ignores a finding without saying why.",
    language: "yaml",
    wrong: `inbound:
  # traffic-policy-ignore-next-line document/rule-name
  - actions:
      - type: deny`,
    right: `inbound:
  # traffic-policy-ignore-next-line document/rule-name -- there is only this one
  - actions:
      - type: deny`,
    why: "Readers of the policy need to know whether the reason still applies.",
  },
  visit: {
    ignore({ kind, location, rules, why }, report) {
      if (kind !== "comment" || rules.length === 0 || (why ?? "").trim() !== "") return;
      report({
        path: "",
        location,
        message: "The comment does not say why the finding is ignored.",
        help: "Add the reason after two hyphens: -- <why>.",
      });
    },
  },
});
