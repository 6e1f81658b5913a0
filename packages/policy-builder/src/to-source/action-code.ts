import {
  compare,
  directionsDialect,
  interpolations,
  type JsonValue,
  type ActionDefinition,
  type JsonSchema,
  type ObjectSchema,
} from "@traffic-policy/policy-language";
import * as actions from "../actions.generated.ts";
import { action, type ActionBuilder } from "../action.ts";
import { places } from "../expressions/cel-expression.ts";
import type { PlaceSet, Restriction } from "../restriction.generated.ts";
import {
  camelCase,
  code,
  imported,
  jsonCode,
  stringCode,
  joined,
  listed,
  keyCode,
  escaped,
  unprintable,
  type AnyExpression,
  type Built,
  type Code,
} from "./code.ts";
import { typedExpression } from "./expression.ts";
import { text, type Text } from "../text.ts";

/** An action of a document that the builder can write. */
export interface WritableAction {
  readonly type: string;
  readonly config?: object | null;
}

/** Whether the builder can write it: nothing but a type, and a config that is one. */
export function isWritableAction(value: unknown): value is WritableAction {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { type, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== "string") return false;
  const { config = null, ...unknown } = others;
  return typeof config === "object" && Object.keys(unknown).length === 0;
}

/**
 * An action as a call of its own function; of `action()` when the types of that do not allow it, or
 * it would not come out the same, or may not be in any of these places.
 */
export function actionCode(
  written: WritableAction,
  allowed: PlaceSet,
): Built<ActionBuilder<Restriction>> {
  return typed(written, allowed, false) ?? typed(written, allowed, true) ?? untyped(written);
}

type ActionFunction = (config?: object) => ActionBuilder<Restriction>;

function typed(
  written: WritableAction,
  allowed: PlaceSet,
  plain: boolean,
): Built<ActionBuilder<Restriction>> | undefined {
  const { type, config } = written;
  const definition = directionsDialect.actions.get(type);
  if (definition === undefined || config === null) return undefined;
  const name = camelCase(type);
  const build = (actions as Readonly<Record<string, unknown>>)[name] as ActionFunction;
  const built = typedConfig(definition, config ?? {}, plain);
  if (built === undefined) return undefined;
  const value = config === undefined ? build() : build(built.value);
  if ((value[places] & allowed) === 0 || !isSame(value.toAction(), written)) return undefined;
  const argument = config === undefined ? "" : built.code;
  return { code: code`${imported(name)}(${argument})`, value };
}

function untyped({ type, config }: WritableAction): Built<ActionBuilder<Restriction>> {
  const argument = config === undefined ? "" : `, ${jsonCode(config)}`;
  return {
    code: code`${imported("action")}(${stringCode(type)}${argument})`,
    value: action(type, config),
  };
}

function isSame(one: object, other: object): boolean {
  return compare(one as JsonValue, other as JsonValue).state === "identical";
}

/** What may replace a string. */
type TextKind = "plain" | "interpolated" | "expression";

/**
 * The config of an action as its function in the builder takes it; nothing when its types do not
 * allow it.
 *
 * @param plain - whether all strings stay as they are
 */
function typedConfig(
  definition: ActionDefinition,
  config: unknown,
  plain: boolean,
): Built<object> | undefined {
  const kindOf = (field: string): TextKind => {
    if (plain) return "plain";
    if (definition.interpolated.includes(field)) return "interpolated";
    return definition.formats?.[field] === "expression" ? "expression" : "plain";
  };
  return typedObject(definition.config, config, kindOf);
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
  const built =
    texts === "interpolated"
      ? typedText(value)
      : texts === "expression"
        ? typedExpression(value)
        : undefined;
  return built ?? jsonValue(value);
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
  const object = codes.length === 0 ? code`{}` : code`{ ${joined(codes, ", ")} }`;
  return { code: object, value: Object.fromEntries(values) };
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

/** A config string with interpolations as `` text`…` ``, when all of them are typed calls. */
function typedText(written: string): Built<Text<Restriction>> | undefined {
  const { parts, errors } = interpolations(written);
  if (errors.length > 0) return undefined;
  const literals = [""];
  const values: AnyExpression[] = [];
  const pieces: (Code | string)[] = [];
  for (const part of parts) {
    if (part.kind === "text") {
      literals[literals.length - 1] = part.text;
      pieces.push(templateText(part.text));
      continue;
    }
    const built = typedExpression(part.expression);
    if (built === undefined) return undefined;
    values.push(built.value);
    literals.push("");
    pieces.push(code`${"${"}${built.code}}`);
  }
  if (values.length === 0) return undefined;
  const value = text(Object.assign(literals, { raw: literals }), ...values);
  if (value.toString() !== written) return undefined;
  return { code: code`${imported("text")}${"`"}${joined(pieces, "")}${"`"}`, value };
}

function templateText(part: string): string {
  return part
    .replace(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`)
    .replace(unprintable, escaped);
}
