import { Type, type TNull, type TSchema, type TUnion } from "@sinclair/typebox";

/** What has a shape, or is null. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}
