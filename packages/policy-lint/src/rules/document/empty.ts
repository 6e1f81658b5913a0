import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A policy has no rules.",
    wrong: '{ "inbound": [], "outbound": [] }',
    right: '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "deny" } ] } ] }',
    why: "It does nothing, and the service may refuse it: it asks for one action at least. One direction without rules is nothing to worry about.",
  },
  visit: {
    document({ path, value, dialect }, report) {
      if (!isJsonObject(value)) return;
      // Whatever else stands there may hold rules at a wrong place, which other rules tell.
      const known = new Set([...dialect.directions, ...(dialect.moduleKeys ?? [])]);
      const isEmpty = Object.entries(value).every(
        ([key, rules]) => known.has(key) && !hasRules(rules),
      );
      if (!isEmpty) return;
      report({
        path,
        message: "The policy has no rules.",
        help: "Add a rule; to have no policy at all, remove it from where it is used.",
      });
    },
  },
});

function hasRules(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && typeof value !== "boolean";
}
