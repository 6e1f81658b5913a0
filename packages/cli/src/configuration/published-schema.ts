import type { JsonSchema } from "@traffic-policy/policy-language";
import { rules } from "@traffic-policy/policy-lint";
import { lintSchema } from "@traffic-policy/policy-lint/configuration";
import {
  configurationSchema,
  environmentSchema,
  serviceSchema,
  targetPartSchema,
} from "@traffic-policy/project/internal";

/**
 * Builds the JSON Schema of configurations, for editors. It also includes the shape of services, targets and rule
 * settings, which the command checks separately, so that each message is about a single place.
 */
export function publishedSchema(): JsonSchema {
  return {
    title: "A configuration of traffic-policy",
    ...configurationSchema,
    properties: {
      ...withShares(configurationSchema.properties),
      targets: byName(configurationSchema.properties.targets, {
        names: { minLength: 1 },
        each: reference("target"),
      }),
      environments: byName(configurationSchema.properties.environments, {
        names: { pattern: String.raw`^\w[\w.-]*$` },
        each: reference("environment"),
      }),
      lint: lint(),
    },
    $defs: {
      service: service(),
      limits: limits(),
      target: Object.values(configurationSchema.properties.targets.patternProperties)[0] ?? {},
      targetPart: targetPartSchema,
      environment: {
        ...environmentSchema,
        properties: {
          ...withShares(environmentSchema.properties),
          targets: byName(environmentSchema.properties.targets, {
            names: { minLength: 1 },
            each: { anyOf: [reference("targetPart"), { const: false }] },
          }),
        },
      },
      setting: {
        anyOf: [severity, { type: "array", minItems: 1, prefixItems: [severity] }],
      },
    },
  };
}

type Shares = Pick<typeof environmentSchema.properties, "service" | "services" | "limits">;

function withShares<Given extends Shares>(properties: Given): object {
  return {
    ...properties,
    service: { description: properties.service.description, ...reference("service") },
    services: byName(properties.services, { each: reference("service") }),
    limits: reference("limits"),
  };
}

interface ByName {
  readonly names?: JsonSchema;
  readonly each: JsonSchema;
}

function byName({ description }: JsonSchema, { names, each }: ByName): JsonSchema {
  return {
    type: "object",
    ...(description !== undefined && { description }),
    ...(names && { propertyNames: names }),
    additionalProperties: each,
  };
}

function service(): object {
  return {
    anyOf: [
      { const: "emulator", description: "An emulator on this machine, which needs no key." },
      {
        ...serviceSchema,
        dependentSchemas: {
          emulator: without("baseUrl", "apiKeyVariable", "apiKeyFile"),
          apiKeyFile: without("apiKeyVariable"),
        },
      },
    ],
  };
}

function without(...keys: readonly string[]): object {
  return { properties: Object.fromEntries(keys.map((key) => [key, false])) };
}

function limits(): object {
  const { limits: schema } = configurationSchema.properties;
  const { maxChanges, ...others } = schema.properties;
  return {
    ...schema,
    properties: {
      maxChanges: {
        description: maxChanges.description,
        anyOf: [
          { type: "integer", minimum: 0 },
          { type: "string", pattern: String.raw`^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)%$` },
        ],
      },
      ...others,
    },
  };
}

const severity = { enum: ["error", "warning", "info", "off"] };

function lint(): object {
  const { customRules: _customRules, overrides, ignoreFindings, ...others } = lintSchema.properties;
  const { items: finding } = ignoreFindings;
  const settings = (description: string | undefined): object => ({
    type: "object",
    description,
    properties: Object.fromEntries(
      [...rules].map(([name, { docs }]) => [
        name,
        { description: docs.what, ...reference("setting") },
      ]),
    ),
    additionalProperties: reference("setting"),
  });
  return {
    ...lintSchema,
    properties: {
      ...others,
      rules: settings(lintSchema.properties.rules.description),
      ignoreFindings: {
        ...ignoreFindings,
        items: {
          ...finding,
          properties: {
            ...finding.properties,
            rule: { ...finding.properties.rule, examples: [...rules.keys()] },
          },
        },
      },
      overrides: {
        ...overrides,
        items: {
          ...overrides.items,
          properties: {
            ...overrides.items.properties,
            rules: settings(overrides.items.properties.rules.description),
          },
        },
      },
    },
  };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}
