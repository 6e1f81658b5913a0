import { isJsonObject, schemaProblems } from "@traffic-policy/policy-language";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The config of an action lacks a key, has one too many, or a value of the wrong kind.",
    wrong:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "statusCode": 503 } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a config that lacks a key or has a value of the wrong kind. Whether it refuses a key that it does not know, or passes over it, is not documented: look at what the key does before it is written right.",
  },
  visit: {
    action(node, report) {
      const { path, value, config, definition } = node;
      if (definition === undefined) return;
      const { type, config: schema, example, otherFieldNames } = definition;
      if (isJsonObject(config)) {
        const options = { path: node.pathOf(), otherNames: otherFieldNames };
        for (const problem of schemaProblems(schema, config, options)) report(problem);
      }
      // What is no object at all is told by document/shape, keys beside by document/unknown-key.
      const isBeside = Object.keys(schema.properties).some((key) => value[key] !== undefined);
      if ((config !== undefined && config !== null) || isBeside) return;
      const [missing] = schema.required ?? [];
      if (missing === undefined) return;
      report({
        path,
        message: `The action "${type}" needs a config with "${missing}".`,
        help: `For example ${JSON.stringify({ type, config: example })}.`,
      });
    },
  },
});
