import type { JsonSchema, ObjectSchema } from "@traffic-policy/policy-language";
import { docComment } from "./doc-comment.ts";
import { camelCase } from "./names.ts";

/** What texts of a config field are: plain, with interpolations, or CEL. */
export type TextKind = "plain" | "interpolated" | "expression";

/** The fields of an object as an interface declares them, with their doc comments. */
export function interfaceFields(
  { properties, required = [] }: ObjectSchema,
  kindOf: (field: string) => TextKind = () => "plain",
): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description === undefined ? [] : [fieldComment(schema)]),
    `readonly ${camelCase(name)}${required.includes(name) ? "" : "?"}: ${typescriptType(schema, kindOf(name))};`,
  ]);
}

/** The TypeScript type of a config value; the names of its fields are in camel case. */
function typescriptType(schema: JsonSchema, texts: TextKind): string {
  const { type, enum: values, items, additionalProperties } = schema;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (isObjectSchema(schema)) {
    return `{\n${interfaceFields(schema, () => texts).join("\n")}\n}`;
  }
  if (type === undefined) return texts === "interpolated" ? "JsonTextValue<R>" : "unknown";
  if (type === "string") return textTypes[texts];
  if (type === "boolean") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && items !== undefined) {
    return `readonly (${typescriptType(items, texts)})[]`;
  }
  if (type === "object" && typeof additionalProperties === "object") {
    return `Readonly<Record<string, ${typescriptType(additionalProperties, texts)}>>`;
  }
  throw new Error(`The generator knows no TypeScript type for ${JSON.stringify(schema)}.`);
}

const textTypes: Readonly<Record<TextKind, string>> = {
  plain: "string",
  interpolated: "TextValue<R>",
  expression: "string | CelExpression<R>",
};

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
