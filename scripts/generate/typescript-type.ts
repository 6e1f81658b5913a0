import type { JsonSchema, ObjectSchema } from "@traffic-policy/policy-language";
import { docComment } from "./doc-comment.ts";
import { camelCase } from "./names.ts";

/** The TypeScript type of a config value; the names of its fields are in camel case. */
function typescriptType(schema: JsonSchema): string {
  const { type, enum: values, items, additionalProperties } = schema;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (isObjectSchema(schema)) return `{\n${interfaceFields(schema).join("\n")}\n}`;
  if (type === undefined) return "unknown";
  if (type === "string" || type === "boolean") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && items !== undefined) return `readonly (${typescriptType(items)})[]`;
  if (type === "object" && typeof additionalProperties === "object") {
    return `Readonly<Record<string, ${typescriptType(additionalProperties)}>>`;
  }
  throw new Error(`The generator knows no TypeScript type for ${JSON.stringify(schema)}.`);
}

/** The fields of an object as an interface declares them, with their doc comments. */
export function interfaceFields({ properties, required = [] }: ObjectSchema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description === undefined ? [] : [fieldComment(schema)]),
    `readonly ${camelCase(name)}${required.includes(name) ? "" : "?"}: ${typescriptType(schema)};`,
  ]);
}

/** Whether it is an object with named fields, and not one with free keys. */
export function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object" && schema.properties !== undefined;
}

function fieldComment({ description = "", default: fallback }: JsonSchema): string {
  return docComment(
    description,
    ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`]),
  );
}
