import { isJsonObject } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "`enabled` stands in the policy document, where it has no effect.",
    wrong: '{ "enabled": false, "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "Whether a policy is applied is a setting of the module that holds the policy: `enabled` beside the policy in the configuration. Older versions of the service took both in one object, so examples with `enabled` inside are still found; there, `false` does not disable anything.",
  },
  visit: {
    document({ value }, report) {
      if (!isJsonObject(value) || value["enabled"] === undefined) return;
      report({
        path: "/enabled",
        part: "key",
        message: '"enabled" has no effect inside the policy document.',
        help: "Remove it, and set `enabled` of the target in the configuration instead.",
      });
    },
  },
});
