import type { ActionDefinition, DeprecatedField } from "../catalogue/action.ts";
import { availability } from "../catalogue/availability.ts";
import type { Dialect } from "../catalogue/dialect.ts";
import { policyDocumentSchema } from "../document/policy-document.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";

/**
 * The JSON Schema of a dialect's policy documents that editors complete and explain by: with the config of
 * each action, for types that the catalogue knows. What only a part of the documentation has is taken, and so are
 * config fields that the service had once: these are marked as deprecated.
 */
export function policySchema(dialect: Dialect): JsonSchema {
  const document = policyDocumentSchema(dialect);
  const rule = objectAt(document, [...dialect.sections.keys()][0] ?? "");
  const action = objectAt(rule, "actions");
  const actions = [...dialect.actions.values()];
  return {
    ...document,
    properties: Object.fromEntries(
      [...dialect.sections.values()].map(({ name, description }) => [
        name,
        {
          description: `Rules that run ${description}, from first to last.`,
          ...document.properties[name],
          items: ruleSchema(dialect),
        },
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

function ruleSchema({ perhapsActionsAsRules, actions }: Dialect): JsonSchema {
  if (perhapsActionsAsRules !== true) return reference("rule");
  return {
    if: {
      required: ["type"],
      properties: { type: { enum: [...actions.keys()] } },
      not: { required: ["actions"] },
    },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
    then: reference("action"),
    else: reference("rule"),
  };
}

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
  const { type: title, config, example, deprecatedFields = {} } = action;
  const type = isNeeded(config) ? "object" : ["object", "null"];
  const { properties } = withPerhaps(config, action);
  return {
    title,
    description: explain(action),
    ...config,
    type,
    properties: {
      ...properties,
      ...Object.fromEntries(
        Object.entries(deprecatedFields).map(([name, field]) => [name, deprecated(field, config)]),
      ),
    },
    examples: [example],
  };
}

function deprecated(
  { replacement, unless = [] }: DeprecatedField,
  { properties }: ObjectSchema,
): JsonSchema {
  if (replacement !== undefined) {
    const description = `Deprecated: it is called "${replacement}" today.`;
    return { ...properties[replacement], description, deprecated: true };
  }
  const exceptions = unless.map((value) => ` With "${value}" it cannot just be left out.`);
  const description = `Deprecated: it has no effect any more.${exceptions.join("")}`;
  return { description, deprecated: true };
}

function withPerhaps(
  config: ObjectSchema,
  { perhapsLists = [], perhapsTexts = [] }: ActionDefinition,
): JsonSchema {
  let schema: JsonSchema = config;
  for (const field of perhapsTexts) {
    schema = withPart(schema, field.split("."), (list) => either(list, list.items ?? {}));
  }
  // What is inside comes first: the list of an outer one has it, too.
  for (const field of perhapsLists.toSorted((one, other) => other.length - one.length)) {
    schema = withPart(schema, field.split("."), (object) =>
      either(object, { type: "array", items: object }),
    );
  }
  return schema;
}

function either({ description, ...one }: JsonSchema, other: JsonSchema): JsonSchema {
  return { description, anyOf: [one, other] };
}

function withPart(
  schema: JsonSchema,
  [key, ...rest]: readonly string[],
  change: (part: JsonSchema) => JsonSchema,
): JsonSchema {
  if (key === undefined) return change(schema);
  const part = schema.properties?.[key];
  if (part === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, [key]: withPart(part, rest, change) } };
}

function isNeeded({ required = [] }: ObjectSchema): boolean {
  return required.length > 0;
}

function explain({ description, sections, endsProcessing: ends }: ActionDefinition): string {
  const when = ends === "always" ? "" : ends === "never" ? undefined : ` when ${ends.when}`;
  const place = `May stand in: ${availability(sections)}.`;
  return `${description} ${place}${when === undefined ? "" : ` Ends processing${when}.`}`;
}
