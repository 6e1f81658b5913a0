import {
  isJsonObject,
  type ActionDefinition,
  type JsonObject,
  type JsonValue,
  type ObjectSchema,
} from "@traffic-policy/policy-language";
import {
  nearMiss,
  ownMember,
  schemaProblems,
  shortened,
  type SchemaProblem,
} from "@traffic-policy/policy-language/internal";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

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
      const { type, config: schema, example, otherFieldNames } = definition;
      if (isJsonObject(config)) {
        const options = { path: node.pathOf(), otherNames: otherFieldNames };
        const problems = schemaProblems(schema, config, options);
        for (const finding of withHints(problems, node, config)) report(finding);
        for (const finding of loneFields(node, config)) report(finding);
        for (const finding of misspeltValues(node, schema)) report(finding);
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

/** The problems that no other rule reports; where a part of the documentation has it so, as hints. */
function withHints(
  problems: readonly SchemaProblem[],
  node: ActionNode,
  config: JsonObject,
): readonly Finding[] {
  const { definition } = node;
  if (problems.length === 0 || definition === undefined) return [];
  const unsure = new Map(
    unsureFields(definition, config).map(([field, kind]) => [
      node.pathOf(...field.split(".")),
      kind,
    ]),
  );
  const deprecated = Object.keys(definition.deprecatedFields ?? {});
  const reportedElsewhere = new Set(deprecated.map((field) => node.pathOf(field)));
  return problems
    .filter(({ path }) => !reportedElsewhere.has(path))
    .map((problem) => {
      const kind = unsure.get(problem.path);
      return kind === undefined
        ? withExample(problem, node, definition.example)
        : asHint(problem, kind);
    });
}

/** Returns the value of a field; `a.b` is the field `b` of `a`. */
function valueAt(config: JsonObject, field: string): JsonValue | undefined {
  return field
    .split(".")
    .reduce<JsonValue | undefined>(
      (value, key) => (isJsonObject(value) ? ownMember(value, key) : undefined),
      config,
    );
}

/** Returns the config fields whose spelling only a part of the documentation supports. */
function unsureFields(
  { perhapsLists = [], perhapsTexts = [] }: ActionDefinition,
  config: JsonObject,
): [field: string, kind: string][] {
  const found: [string, string][] = [];
  for (const field of perhapsLists) {
    if (Array.isArray(valueAt(config, field))) found.push([field, "a list"]);
  }
  for (const field of perhapsTexts) {
    if (typeof valueAt(config, field) === "string") found.push([field, "a text"]);
  }
  return found;
}

function loneFields({ definition, path }: ActionNode, config: JsonObject): Finding[] {
  return (definition?.fieldsTogether ?? []).flatMap((fields) => {
    const given = fields.filter((field) => config[field] !== undefined);
    const missing = fields.find((field) => config[field] === undefined);
    if (given.length === 0 || missing === undefined) return [];
    return [
      {
        path: `${path}/config`,
        message: `"${given[0] ?? ""}" needs "${missing}" beside it.`,
        help: `Add "${missing}", or remove "${given[0] ?? ""}".`,
      },
    ];
  });
}

/**
 * Reports texts that nearly equal a documented value. Does not report others, because the documentation may not list
 * all values.
 */
function misspeltValues(node: ActionNode, { properties }: ObjectSchema): Finding[] {
  return Object.keys(properties).flatMap((field) => {
    const value = node.field(field);
    const examples = typeof value === "string" ? properties[field]?.examples : undefined;
    if (typeof value !== "string" || examples === undefined) return [];
    const known = examples.filter((one) => typeof one === "string");
    if (known.includes(value)) return [];
    const meant = nearMiss(value, known);
    if (meant === undefined) return [];
    const message = `Unknown ${field} "${shortened(value)}".`;
    return [{ path: node.pathOf(field), message, help: `Did you mean "${meant}"?` }];
  });
}

/** The longest example in a sentence, in characters. */
const longestExample = 140;

/** Shows the value that the documentation has for a field that is missing, or of another kind. */
function withExample(problem: SchemaProblem, node: ActionNode, example: object): Finding {
  const { kind, path, key = "" } = problem;
  const isMissing = kind === "missing-key" && path === node.pathOf();
  const field = isMissing ? key : Object.keys(example).find((one) => path === node.pathOf(one));
  const value: unknown = Object.entries(example).find(([one]) => one === field)?.[1];
  const text = JSON.stringify(value) ?? "";
  if (text === "" || text.length > longestExample) return problem;
  if (isMissing) return { ...problem, help: `Add "${key}", such as ${text}.` };
  return problem.help === undefined && typeof value === "object"
    ? { ...problem, help: `For example ${text}.` }
    : problem;
}

function asHint({ path, message }: SchemaProblem, kind: string): Finding {
  return {
    path,
    message: message.replace("must be", "is documented in every example as"),
    help: `Another part of the documentation has ${kind} here.`,
    atMost: "info",
  };
}
