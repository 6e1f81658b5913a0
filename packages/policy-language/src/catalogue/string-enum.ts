import { Type, type TUnsafe } from "@sinclair/typebox";

/** The schema of a text that is one of these, with `enum`, for which validators give plain errors. */
export function stringEnum<const Value extends string>(
  values: readonly Value[],
  options: { description?: string; default?: Value } = {},
): TUnsafe<Value> {
  return Type.Unsafe<Value>({ type: "string", enum: [...values], ...options });
}
