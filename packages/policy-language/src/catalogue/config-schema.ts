import { Type, type TProperties, type TUnsafe, type Static, type TSchema } from "@sinclair/typebox";
import type { ObjectSchema } from "../schema/json-schema.ts";

/** Creates the schema of a text with fixed values. It uses `enum`, for which validators give simple errors. */
export function stringEnum<const Value extends string>(
  values: readonly Value[],
  options: { description?: string; default?: Value } = {},
): TUnsafe<Value> {
  return Type.Unsafe<Value>({ type: "string", enum: [...values], ...options });
}

export function freeMap<Value extends TSchema>(
  values: Value,
  options: {
    description: string;
    minProperties?: number;
    maxProperties?: number;
    forbidden?: readonly string[];
  },
): TUnsafe<Record<string, Static<Value>>> {
  const { forbidden, ...keywords } = options;
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: "object",
    additionalProperties: values,
    ...keywords,
    ...(forbidden && { propertyNames: { not: { enum: [...forbidden] } } }),
  });
}

export function withFields(config: ObjectSchema, fields: TProperties): ObjectSchema {
  const { properties, required = [] } = Type.Object(fields) as unknown as ObjectSchema;
  const kept = (config.required ?? []).filter((name) => !(name in fields));
  return {
    ...config,
    properties: { ...config.properties, ...properties },
    required: [...kept, ...required],
  };
}

export function withoutFields(config: ObjectSchema, fields: readonly string[]): ObjectSchema {
  const { properties, required = [] } = config;
  return {
    ...config,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !fields.includes(name)),
    ),
    required: required.filter((name) => !fields.includes(name)),
  };
}
