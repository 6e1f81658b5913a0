import {
  isJsonObject,
  ownMember,
  schemaProblems,
  type JsonObject,
  type JsonValue,
  type SchemaProblem,
} from "@traffic-policy/policy-language";
import { defineRule, type Finding } from "../../rule.ts";

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "The config of an action lacks a key, has an unknown key, or has a value of the wrong type.",
    wrong:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "statusCode": 503 } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Closed", "actions": [ { "type": "custom-response", "config": { "status_code": 503 } } ] } ] }',
    why: "The service refuses a config that lacks a key or has a value of the wrong type. Whether it refuses or ignores an unknown key is not documented: check what the key does before you correct its name. Where the documentation itself has both an object and a list, a list is only a hint.",
  },
  visit: {
    action(node, report) {
      const { path, value, config, definition } = node;
      if (definition === undefined) return;
      const { type, config: schema, example, otherFieldNames, perhapsLists = [] } = definition;
      if (isJsonObject(config)) {
        const options = { path: node.pathOf(), otherNames: otherFieldNames };
        const lists = perhapsLists.filter((field) => Array.isArray(valueAt(config, field)));
        const unsure = new Set(lists.map((field) => node.pathOf(...field.split("."))));
        for (const problem of schemaProblems(schema, config, options)) {
          report(unsure.has(problem.path) ? asHint(problem) : problem);
        }
      }
      // document/shape reports a config that is not an object, document/unknown-key the keys beside it.
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

/** The value of a field; `a.b` is the field `b` of `a`. */
function valueAt(config: JsonObject, field: string): JsonValue | undefined {
  return field
    .split(".")
    .reduce<JsonValue | undefined>(
      (value, key) => (isJsonObject(value) ? ownMember(value, key) : undefined),
      config,
    );
}

function asHint({ path, message }: SchemaProblem): Finding {
  return {
    path,
    message: message.replace("must be", "is documented in every example as"),
    help: "Another part of the documentation has a list here.",
    atMost: "info",
  };
}
