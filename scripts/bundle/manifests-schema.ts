import {
  directionsDialect,
  policySchema,
  type Dialect,
  type JsonSchema,
} from "@traffic-policy/policy-language";
import {
  operatorVersion,
  policyKeysOfAgent,
  policyPathsOfKinds,
} from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";

/**
 * The JSON Schema of the files that hold policies as objects: manifests of the operator, and configurations of agents. It
 * says something about these policies alone, and takes every other file. It stands alone, for editors that load one file.
 */
export function manifestsSchema(): object {
  return {
    title: "Files that hold traffic policies",
    description: "Kubernetes manifests of the operator, and configurations of agents.",
    allOf: [...manifestKinds(), listOfManifests, agentConfiguration()],
    $defs: {
      policy: anyPolicy(),
      directions: inDefinition("directions", directionsDialect),
      phases: inDefinition("phases", phasesDialect),
    },
  };
}

const policy = { $ref: "#/$defs/policy" };

function manifestKinds(): object[] {
  return [...policyPathsOfKinds].map(([kind, paths]) => ({
    if: {
      required: ["apiVersion", "kind"],
      properties: { apiVersion: { pattern: operatorVersion.source }, kind: { const: kind } },
    },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
    then: { allOf: paths.map(policyAt) },
  }));
}

function policyAt(path: readonly string[]): object {
  return path.reduceRight<object>((inner, key) => ({ properties: { [key]: inner } }), policy);
}

const listOfManifests = {
  if: { required: ["apiVersion", "kind"], properties: { kind: { pattern: "List$" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
  then: { properties: { items: { items: { $ref: "#" } } } },
};

function agentConfiguration(): object {
  const partWith = (keys: readonly string[]): object => ({
    properties: Object.fromEntries(keys.map((key) => [key, policy])),
  });
  return {
    if: { required: ["version"] },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
    then: {
      properties: {
        endpoints: { items: partWith(policyKeysOfAgent.endpoints) },
        tunnels: { additionalProperties: partWith(policyKeysOfAgent.tunnels) },
      },
    },
  };
}

/** A policy of the dialect that its keys are of; one with other keys is meant to be in phases. */
function anyPolicy(): object {
  const directions = [...directionsDialect.sections.keys()];
  return {
    if: { anyOf: directions.map((name) => ({ required: [name] })) },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema calls it so.
    then: { $ref: "#/$defs/directions" },
    else: { $ref: "#/$defs/phases" },
  };
}

/** Lets the references of a schema lead into the definition that it becomes. */
function inDefinition(name: string, dialect: Dialect): JsonSchema {
  const text = JSON.stringify(policySchema(dialect));
  return JSON.parse(text.replaceAll('"#/$defs/', `"#/$defs/${name}/$defs/`)) as JsonSchema;
}
