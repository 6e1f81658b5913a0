import { type JsonSchema, type ObjectSchema } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { isObjectSchema, type TextKind } from "../../packages/policy-builder/src/schema.ts";
import { docComment } from "./doc-comment.ts";

/** What the texts of a field are; `a.b` is the field `b` of `a`. */
type TextKinds = (path: string) => TextKind;

/**
 * The fields of an object as an interface declares them, with their doc comments.
 *
 * @param path - the names of the fields around it, each with a dot behind it
 */
export function interfaceFields(schema: ObjectSchema, kindOf: TextKinds, path = ""): string[] {
  const { properties, required = [], additionalProperties = false } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description === undefined ? [] : [fieldComment(field)]),
      `readonly ${camelCase(name)}${required.includes(name) ? "" : "?"}: ${typescriptType(field, kindOf, `${path}${name}`)};`,
    ]),
    ...(additionalProperties === false
      ? []
      : [
          docComment("Any other field, by the name that the document has for it."),
          "readonly [field: string]: JsonTextValue<R> | undefined;",
        ]),
  ];
}

/** The TypeScript type of a config value; the names of its fields are in camel case. */
function typescriptType(schema: JsonSchema, kindOf: TextKinds, path: string): string {
  const { type, enum: values, items, anyOf, additionalProperties } = schema;
  const texts = kindOf(path);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf !== undefined) return anyOf.map((one) => typescriptType(one, kindOf, path)).join(" | ");
  if (isObjectSchema(schema)) {
    return `{\n${interfaceFields(schema, kindOf, `${path}.`).join("\n")}\n}`;
  }
  if (type === undefined) return texts === "interpolated" ? "JsonTextValue<R>" : "unknown";
  if (type === "string") return textTypes[texts];
  if (type === "boolean") return type;
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && items !== undefined) {
    return `readonly (${typescriptType(items, kindOf, path)})[]`;
  }
  if (type === "object" && typeof additionalProperties === "object") {
    return `Readonly<Record<string, ${typescriptType(additionalProperties, kindOf, path)}>>`;
  }
  throw new Error(`The generator knows no TypeScript type for ${JSON.stringify(schema)}.`);
}

const textTypes: Readonly<Record<TextKind, string>> = {
  plain: "string",
  interpolated: "TextValue<R>",
  expression: "string | CelExpression<R>",
};

function fieldComment({ description = "", default: fallback }: JsonSchema): string {
  return docComment(
    description,
    ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`]),
  );
}
