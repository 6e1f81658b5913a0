import type { ActionDefinition, JsonSchema, ObjectSchema } from "@traffic-policy/policy-language";
import { camelCase } from "./camel-case.ts";
import { code, joined, listed, type Built, type Code } from "./code.ts";
import { typedExpression } from "./expression/typed-expression.ts";
import { jsonCode, keyCode } from "./literal-code.ts";
import { typedText } from "./text-code.ts";

/** What may stand in the place of a string. */
type TextKind = "plain" | "interpolated" | "expression";

/**
 * The config of an action as its function in the builder takes it; nothing when its types do not
 * allow it.
 *
 * @param plain - whether all strings stay as they are
 */
export function typedConfig(
  action: ActionDefinition,
  config: unknown,
  plain: boolean,
): Built<object> | undefined {
  const kindOf = (field: string): TextKind => {
    if (plain) return "plain";
    if (action.interpolated.includes(field)) return "interpolated";
    return action.formats?.[field] === "expression" ? "expression" : "plain";
  };
  return typedObject(action.config, config, kindOf);
}

function typedObject(
  { properties, required = [] }: ObjectSchema,
  value: unknown,
  kindOf: (field: string) => TextKind,
): Built<object> | undefined {
  if (!isObject(value) || !required.every((field) => Object.hasOwn(value, field))) return undefined;
  return members(Object.entries(value), (field, member) => {
    if (!Object.hasOwn(properties, field)) return undefined;
    const built = typedValue(properties[field] ?? {}, member, kindOf(field));
    return built && { key: camelCase(field), built };
  });
}

function typedValue(
  schema: JsonSchema,
  value: unknown,
  texts: TextKind,
): Built<unknown> | undefined {
  const { type, enum: allowed, items, additionalProperties } = schema;
  if (allowed !== undefined) return allowed.includes(value) ? jsonValue(value) : undefined;
  if (isObjectSchema(schema)) return typedObject(schema, value, () => texts);
  switch (type) {
    case undefined:
      return freeValue(value, texts);
    case "string":
      return typeof value === "string" ? textValue(value, texts) : undefined;
    case "boolean":
      return typeof value === "boolean" ? jsonValue(value) : undefined;
    case "integer":
    case "number":
      return typeof value === "number" ? jsonValue(value) : undefined;
    case "array":
      return list(value, (item) => typedValue(items ?? {}, item, texts));
    case "object":
      return typeof additionalProperties === "object" && isObject(value)
        ? map(value, (member) => typedValue(additionalProperties, member, texts))
        : undefined;
    default:
      return undefined;
  }
}

/** Any JSON value, with typed texts in it. */
function freeValue(value: unknown, texts: TextKind): Built<unknown> | undefined {
  if (typeof value === "string") return textValue(value, texts);
  if (Array.isArray(value)) return list(value, (item) => freeValue(item, texts));
  return isObject(value) ? map(value, (member) => freeValue(member, texts)) : jsonValue(value);
}

function textValue(value: string, texts: TextKind): Built<unknown> {
  const typed =
    texts === "interpolated"
      ? typedText(value)
      : texts === "expression"
        ? typedExpression(value)
        : undefined;
  return typed ?? jsonValue(value);
}

function list(
  value: unknown,
  convert: (item: unknown) => Built<unknown> | undefined,
): Built<readonly unknown[]> | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(convert);
  if (!items.every((item) => item !== undefined)) return undefined;
  return {
    code: code`[${listed(items.map((item) => item.code))}]`,
    value: items.map((item) => item.value),
  };
}

function map(
  value: object,
  convert: (member: unknown) => Built<unknown> | undefined,
): Built<object> | undefined {
  return members(Object.entries(value), (key, member) => {
    const built = convert(member);
    return built && { key, built };
  });
}

function members(
  entries: readonly [string, unknown][],
  convert: (key: string, value: unknown) => { key: string; built: Built<unknown> } | undefined,
): Built<object> | undefined {
  const codes: Code[] = [];
  const values: [string, unknown][] = [];
  for (const [name, value] of entries) {
    const member = convert(name, value);
    if (member === undefined) return undefined;
    codes.push(code`${keyCode(member.key)}: ${member.built.code}`);
    values.push([member.key, member.built.value]);
  }
  const text = codes.length === 0 ? code`{}` : code`{ ${joined(codes, ", ")} }`;
  return { code: text, value: Object.fromEntries(values) };
}

function jsonValue(value: unknown): Built<unknown> {
  return { code: { text: jsonCode(value), imports: [] }, value };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object" && schema.properties !== undefined;
}
