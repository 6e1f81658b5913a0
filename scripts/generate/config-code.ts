import { type JsonSchema } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { isObjectSchema } from "../../packages/policy-builder/src/schema.ts";

/** A config with the names of its fields in camel case. Only of those that a schema has: free keys stay as they are. */
export function camelConfig(schema: JsonSchema, value: unknown): unknown {
  const { items } = schema;
  if (Array.isArray(value) && items !== undefined) {
    return value.map((item: unknown) => camelConfig(items, item));
  }
  if (!isObjectSchema(schema)) return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]: [string, unknown]) => {
      const known = schema.properties[name];
      return known === undefined ? [name, field] : [camelCase(name), camelConfig(known, field)];
    }),
  );
}
