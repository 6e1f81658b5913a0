import { Type, type Static, type TSchema, type TUnsafe } from "@sinclair/typebox";

/** The schema of an object whose keys are free and whose values are all of one kind. */
export function freeMap<Value extends TSchema>(
  values: Value,
  options: {
    description: string;
    minProperties?: number;
    maxProperties?: number;
    /** Keys that may not be used. */
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
