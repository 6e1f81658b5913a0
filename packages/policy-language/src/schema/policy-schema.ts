import type { ActionDefinition } from "../catalogue/action.ts";
import { availability } from "../catalogue/availability.ts";
import type { Dialect } from "../catalogue/dialect.ts";
import { policyDocumentSchema } from "../document/policy-document.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";

const descriptions: Readonly<Record<string, string>> = {
  inbound: "Rules that run before the upstream is asked, from first to last.",
  outbound: "Rules that run after the upstream has answered, from first to last.",
};

/**
 * The JSON Schema of a dialect's policy documents that editors complete and explain by: with the config of
 * each action, for types that the catalogue knows.
 */
export function policySchema(dialect: Dialect): JsonSchema {
  const document = policyDocumentSchema(dialect);
  const rule = objectAt(document, [...dialect.sections.keys()][0] ?? "");
  const action = objectAt(rule, "actions");
  const actions = [...dialect.actions.values()];
  return {
    ...document,
    properties: Object.fromEntries(
      Object.entries(document.properties).map(([direction, rules]) => [
        direction,
        { description: descriptions[direction], ...rules, items: reference("rule") },
      ]),
    ),
    $defs: {
      rule: {
        title: "Rule",
        ...rule,
        properties: {
          ...rule.properties,
          actions: { ...rule.properties["actions"], items: reference("action") },
        },
      },
      action: {
        title: "Action",
        ...action,
        properties: { ...action.properties, type: actionType(action, actions) },
        allOf: actions.map(configOfType),
      },
      ...Object.fromEntries(actions.map((known) => [known.type, configSchema(known)])),
    },
  };
}

/** The schema of the items of a list. */
function objectAt({ properties }: ObjectSchema, list: string): ObjectSchema {
  return properties[list]?.items as ObjectSchema;
}

function reference(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

// The last one lets types pass that the catalogue does not know; the others are for completion.
function actionType(action: ObjectSchema, actions: readonly ActionDefinition[]): JsonSchema {
  return {
    description: action.properties["type"]?.description,
    anyOf: [
      ...actions.map((known) => ({ const: known.type, description: explain(known) })),
      { type: "string" },
    ],
  };
}

function configOfType({ type, config }: ActionDefinition): JsonSchema {
  return {
    if: { required: ["type"], properties: { type: { const: type } } },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
    then: {
      properties: { config: reference(type) },
      ...(isNeeded(config) && { required: ["config"] }),
    },
  };
}

function configSchema(action: ActionDefinition): JsonSchema {
  const { type: title, config, example } = action;
  const type = isNeeded(config) ? "object" : ["object", "null"];
  return { title, description: explain(action), ...config, type, examples: [example] };
}

function isNeeded({ required = [] }: ObjectSchema): boolean {
  return required.length > 0;
}

function explain({ description, sections, endsProcessing: ends }: ActionDefinition): string {
  const when = ends === "always" ? "" : ends === "never" ? undefined : ` when ${ends.when}`;
  const place = `May stand in: ${availability(sections)}.`;
  return `${description} ${place}${when === undefined ? "" : ` Ends processing${when}.`}`;
}
