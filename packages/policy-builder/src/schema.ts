import type { ActionDefinition, JsonSchema, ObjectSchema } from "@traffic-policy/policy-language";

/** Checks whether it is an object with named fields, and not one with free keys. */
export function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object" && schema.properties !== undefined;
}

/** What the texts of a config field may be: plain, with interpolations, or CEL. */
export type TextKind = "plain" | "interpolated" | "expression";

/** What the texts of a config field may be; `a.b` is the field `b` of `a`. */
export function textKindOf(
  { interpolated, formats = {} }: ActionDefinition,
  path: string,
): TextKind {
  if (formats[path] === "expression") return "expression";
  return interpolated.includes(path.split(".", 1)[0] ?? "") ? "interpolated" : "plain";
}
