import { isJsonObject, toPointer } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "`enabled` is in the policy document, where it does not belong.",
    wrong: '{ "enabled": false, "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    right: '{ "inbound": [ { "actions": [ { "type": "deny" } ] } ] }',
    why: "Whether a policy is applied is a setting of the module that holds the policy: `enabled` beside the policy in the configuration. Older versions of the service took both in one object, so there are still examples with `enabled` inside. How today's service treats it there is not documented: do not rely on `false` to turn a policy off.",
  },
  visit: {
    document({ value, dialect }, report) {
      for (const key of dialect.moduleKeys ?? []) {
        const setting = isJsonObject(value) ? value[key] : undefined;
        if (setting === undefined) continue;
        const path = toPointer([key]);
        report({
          path,
          part: "key",
          message: `"${key}" belongs beside the policy, not inside the document.`,
          help: `Remove it, and set \`${key}\` of the target in the configuration instead.`,
          // Without `true` the policy was meant to be off, so the configuration has to say so first.
          ...(setting === true && {
            fix: { title: "Remove it", safe: true, edits: [{ path, remove: true }] },
          }),
        });
      }
    },
  },
});
