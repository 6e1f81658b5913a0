import type { JsonSchema, ObjectSchema } from "@traffic-policy/policy-language";
import { camelCase } from "./names.ts";
import { isObjectSchema } from "./typescript-type.ts";

/** Code that makes a config, with the names of the document, of one with names in camel case. */
export function configCode(schema: ObjectSchema, source: string): string {
  return `{ ${Object.entries(schema.properties)
    .map(([name, field]) => {
      const optional = !(schema.required ?? []).includes(name);
      return `${name}: ${valueCode(field, `${source}.${camelCase(name)}`, optional)}`;
    })
    .join(", ")} }`;
}

// Only the names of fields that a schema has are converted: the keys of a free map stay as they are.
function valueCode(schema: JsonSchema, source: string, optional: boolean): string {
  const { items } = schema;
  const dot = optional ? "?" : "";
  if (isObjectSchema(schema)) {
    const code = objectCode(schema, source);
    return optional ? `${source} && ${code}` : code;
  }
  if (items !== undefined && isObjectSchema(items)) {
    return `${source}${dot}.map((item) => (${objectCode(items, "item")}))`;
  }
  return source;
}

function objectCode(schema: ObjectSchema, source: string): string {
  const code = configCode(schema, source);
  const { properties, required = [] } = schema;
  return Object.keys(properties).length === required.length ? code : `defined(${code})`;
}

/** A config with the names of its fields in camel case. */
export function camelConfig(schema: JsonSchema, value: unknown): unknown {
  const { items } = schema;
  if (Array.isArray(value) && items !== undefined) {
    return value.map((item: unknown) => camelConfig(items, item));
  }
  if (!isObjectSchema(schema)) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]: [string, unknown]) => [
      camelCase(name),
      camelConfig(schema.properties[name] ?? {}, field),
    ]),
  );
}
