import { packageFiles } from "../../package-files.ts";
import type { Tool } from "./tools.ts";

interface Schema {
  readonly [key: string]: unknown;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * The first level of the published schemas of what a tool's command prints as JSON, and of its failures: clients may
 * give them to a model with each conversation, and all of them have 160 kB. The rest is a resource.
 */
export function outputSchema({ schemas }: Pick<Tool, "schemas">): OutputSchema {
  return { type: "object", anyOf: [...schemas, "failure"].map((name) => firstLevel(name)) };
}

interface OutputSchema {
  readonly [key: string]: unknown;
  readonly type: "object";
}

function firstLevel(name: string): object {
  const schema = JSON.parse(packageFiles.text(`schema/${name}.schema.json`)) as Schema;
  const { required, additionalProperties, properties } = schema;
  const keys = Object.entries(properties).map(([key, { type, description }]) => [
    key,
    { ...(type !== undefined && { type }), ...(description !== undefined && { description }) },
  ]);
  return {
    description: `All of it: traffic-policy://schema/${name}.schema.json`,
    required,
    additionalProperties,
    properties: Object.fromEntries(keys) as object,
  };
}
