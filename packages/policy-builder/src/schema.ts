import type { ActionDefinition, JsonSchema, ObjectSchema } from "@traffic-policy/policy-language";

/** True for an object with named fields, false for free keys. */
export function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object" && schema.properties !== undefined;
}

export type TextKind = "plain" | "interpolated" | "expression";

/** Returns the kind of text that a config field takes; `a.b` is the field `b` of `a`. */
export function textKindOf(
  { interpolated, formats = {} }: ActionDefinition,
  path: string,
): TextKind {
  if (formats[path] === "expression") return "expression";
  return interpolated.includes(path.split(".", 1)[0] ?? "") ? "interpolated" : "plain";
}
