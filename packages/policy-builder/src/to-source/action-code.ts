import {
  compare,
  interpolations,
  type JsonValue,
  type ActionDefinition,
  type JsonSchema,
  type ObjectSchema,
} from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { action, type ActionBuilder } from "../action.ts";
import { type AnyExpression, places } from "../expressions/cel-expression.ts";
import type { PlaceSet } from "../places.ts";
import type { Restriction } from "../restriction.ts";
import {
  code,
  imported,
  jsonCode,
  stringCode,
  joined,
  listed,
  keyCode,
  escaped,
  unprintable,
  type Built,
  type Code,
} from "./code.ts";
import { isObjectSchema, textKindOf, type TextKind } from "../schema.ts";
import { typedExpression } from "./expression.ts";
import type { SourceDialect } from "./names.ts";
import { text, type Text } from "../text.ts";

export interface WritableAction {
  readonly type: string;
  readonly config?: object | null;
}

export function isWritableAction(value: unknown): value is WritableAction {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { type, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== "string") return false;
  const { config = null, ...unknown } = others;
  return typeof config === "object" && Object.keys(unknown).length === 0;
}

/**
 * Writes an action as a call of its own function. Falls back to `action()` when the types do not allow it, the result
 * would differ, or the action may not stand in any of these places.
 */
export function actionCode(
  written: WritableAction,
  dialect: SourceDialect,
  allowed: PlaceSet,
): Built<ActionBuilder<Restriction>> {
  const definition = dialect.dialect.actions.get(written.type);
  if (definition !== undefined) {
    for (const isPlain of [false, true]) {
      for (const isShort of [true, false]) {
        const built = typed(written, allowed, { dialect, definition, isPlain, isShort });
        if (built !== undefined) return built;
      }
    }
  }
  return untyped(written);
}

type ActionFunction = (config?: object) => ActionBuilder<Restriction>;

interface Way {
  readonly dialect: SourceDialect;
  readonly definition: ActionDefinition;
  readonly isPlain: boolean;
  readonly isShort: boolean;
}

function typed(
  { type, config }: WritableAction,
  allowed: PlaceSet,
  way: Way,
): Built<ActionBuilder<Restriction>> | undefined {
  if (config === null) return undefined;
  const { definition, isShort } = way;
  const build = way.dialect.exports[camelCase(type)] as ActionFunction;
  const { setsVariables } = definition;
  if (isShort && setsVariables === undefined) return undefined;
  const converter = new ConfigConverter(way);
  const built = isShort
    ? converter.variables(config ?? {}, setsVariables ?? "")
    : converter.config(config ?? {});
  if (built === undefined) return undefined;
  const value = config === undefined ? build() : build(built.value);
  const written = config === undefined ? { type } : { type, config };
  if ((value[places] & allowed) === 0 || !isSame(value.toAction(), written)) return undefined;
  const argument = config === undefined ? "" : built.code;
  return { code: code`${imported(camelCase(type))}(${argument})`, value };
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

/**
 * Converts the config of an action to the argument of its builder function; undefined when the types do not allow it.
 */
class ConfigConverter {
  readonly #dialect: SourceDialect;
  readonly #definition: ActionDefinition;
  readonly #isPlain: boolean;

  constructor({ dialect, definition, isPlain }: Way) {
    this.#dialect = dialect;
    this.#definition = definition;
    this.#isPlain = isPlain;
  }

  config(config: object): Built<object> | undefined {
    return this.#object(this.#definition.config, config, "");
  }

  variables(config: object, field: string): Built<object> | undefined {
    const [entry, ...others] = Object.entries(config) as [string, unknown][];
    if (entry?.[0] !== field || !Array.isArray(entry[1]) || others.length > 0) return undefined;
    const entries: [string, unknown][] = [];
    for (const item of entry[1] as readonly unknown[]) {
      const [variable, ...more] = isObject(item)
        ? (Object.entries(item) as [string, unknown][])
        : [];
      if (variable === undefined || more.length > 0) return undefined;
      entries.push(variable);
    }
    const isKept = ([name, value]: [string, unknown]): boolean =>
      !/^\d+$/.test(name) && !(name === field && Array.isArray(value));
    if (new Set(entries.map(([name]) => name)).size < entries.length || !entries.every(isKept)) {
      return undefined;
    }
    return members(entries, (key, value) => ({ key, built: this.#free(value, field) }));
  }

  #text(value: string, path: string): Built<unknown> {
    const kind = this.#isPlain ? "plain" : textKindOf(this.#definition, path);
    return textValue(value, kind, this.#dialect);
  }

  #object(schema: ObjectSchema, value: unknown, path: string): Built<object> | undefined {
    const { properties, required = [], additionalProperties = false } = schema;
    if (!isObject(value) || !required.every((field) => Object.hasOwn(value, field))) {
      return undefined;
    }
    const isField = new Set(Object.keys(properties).map(camelCase));
    return members(Object.entries(value), (field, member) => {
      if (Object.hasOwn(properties, field)) {
        const built = this.#value(
          properties[field] ?? {},
          member,
          path === "" ? field : `${path}.${field}`,
        );
        return built && { key: camelCase(field), built };
      }
      if (additionalProperties === false || isField.has(field)) return undefined;
      return { key: field, built: this.#free(member, path) };
    });
  }

  #value(schema: JsonSchema, value: unknown, path: string): Built<unknown> | undefined {
    const { type, enum: allowed, anyOf, items, additionalProperties } = schema;
    if (allowed !== undefined) return allowed.includes(value) ? jsonValue(value) : undefined;
    if (anyOf !== undefined) {
      return anyOf.map((one) => this.#value(one, value, path)).find((one) => one !== undefined);
    }
    if (isObjectSchema(schema)) return this.#object(schema, value, path);
    switch (type) {
      case undefined:
        return this.#free(value, path);
      case "string":
        return typeof value === "string" ? this.#text(value, path) : undefined;
      case "boolean":
        return typeof value === "boolean" ? jsonValue(value) : undefined;
      case "integer":
      case "number":
        return typeof value === "number" ? jsonValue(value) : undefined;
      case "array":
        return list(value, (item) => this.#value(items ?? {}, item, path));
      case "object":
        return typeof additionalProperties === "object" && isObject(value)
          ? map(value, (member) => this.#value(additionalProperties, member, path))
          : undefined;
      default:
        return undefined;
    }
  }

  #free(value: unknown, path: string): Built<unknown> {
    if (typeof value === "string") return this.#text(value, path);
    if (Array.isArray(value)) {
      return list(value, (item) => this.#free(item, path)) ?? jsonValue(value);
    }
    if (!isObject(value)) return jsonValue(value);
    return map(value, (member) => this.#free(member, path)) ?? jsonValue(value);
  }
}

function textValue(value: string, texts: TextKind, dialect: SourceDialect): Built<unknown> {
  const built =
    texts === "interpolated"
      ? typedText(value, dialect)
      : texts === "expression"
        ? typedExpression(value, dialect)
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

/** Converts a config string with interpolations to `` text`…` ``; undefined unless all of them are typed calls. */
function typedText(written: string, dialect: SourceDialect): Built<Text<Restriction>> | undefined {
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
    const built = typedExpression(part.expression, dialect);
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
