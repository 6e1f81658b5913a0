import { isJsonObject } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";
import { schemaFindings } from "../../schema-findings.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "The config of an action lacks a key, has one too many, or a value of the wrong kind.",
    wrong:
      '{ "inbound": [ { "actions": [ { "type": "custom-response", "config": { "status": "503" } } ] } ] }',
    right:
      '{ "inbound": [ { "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a policy with such an action.",
  },
  visit: {
    action({ path, config, definition }, report) {
      // A config that is no object at all is reported by document/schema.
      if (
        definition === undefined ||
        !(config === undefined || config === null || isJsonObject(config))
      )
        return;
      if (config === undefined || config === null) {
        const [missing] = definition.config.required ?? [];
        if (missing === undefined) return;
        report({
          path,
          message: `The action "${definition.type}" needs a config with "${missing}".`,
          help: `For example ${JSON.stringify({ type: definition.type, config: definition.example })}.`,
        });
        return;
      }
      for (const finding of schemaFindings(definition.config, config, `${path}/config`))
        report(finding);
    },
  },
});
