import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A policy has no rules.",
    wrong: '{ "inbound": [], "outbound": [] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny" } ] } ] }',
    why: "It does nothing, and the service may refuse it, because it requires at least one action. A single direction without rules is fine.",
  },
  visit: {
    document({ path, value, dialect }, report) {
      if (!isJsonObject(value)) return;
      // Other keys may hold rules in the wrong place, which other lint rules report.
      const known = new Set([...dialect.sections.keys(), ...(dialect.moduleKeys ?? [])]);
      const isEmpty = Object.entries(value).every(
        ([key, rules]) => known.has(key) && !hasRules(rules),
      );
      if (!isEmpty) return;
      report({
        path,
        message: "The policy has no rules.",
        help: "Add a rule. If no policy is wanted, remove it from where it is used.",
      });
    },
  },
});

function hasRules(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && typeof value !== "boolean";
}
