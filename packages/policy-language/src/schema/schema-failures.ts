import { isLosslessNumber } from "lossless-json";
import { getOrAdd } from "../bounded-map.ts";
import { jsonEqual } from "../document/json-equal.ts";
import { fromPointer, toPointer } from "../json-pointer.ts";
import { ownMember, type JsonValue } from "../json-value.ts";
import type { JsonSchema } from "./json-schema.ts";

export interface SchemaFailure {
  readonly keyword: keyof JsonSchema;
  /** JSON Pointer from the value to the problem: a part of the value, or a key that is missing or unknown. */
  readonly path: string;
  readonly value: unknown;
  /** The subschema for the part or the object; it contains the keyword. */
  readonly schema: JsonSchema;
  readonly key?: string;
}

/**
 * Checks a value against a JSON Schema, keyword by keyword: no code is made for it, so that it runs where a
 * Content-Security-Policy forbids that. Of a part whose type is wrong, only that is reported.
 */
export function schemaFailures(schema: JsonSchema, value: unknown): SchemaFailure[] {
  const check = new Check(schema);
  check.value(schema, value);
  return check.failures;
}

const keywords: ReadonlySet<string> = new Set<keyof JsonSchema>([
  ...(["type", "const", "enum", "not", "anyOf", "$ref", "$defs"] as const),
  ...(["minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "pattern"] as const),
  ...(["items", "minItems", "maxItems", "properties", "required", "additionalProperties"] as const),
  ...(["propertyNames", "patternProperties", "minProperties", "maxProperties"] as const),
  ...(["title", "description", "deprecated", "default", "examples"] as const),
]);

/** A keyword of a JSON Schema that would not be checked; nothing when there is none. */
export function unknownKeyword(schema: JsonSchema): string | undefined {
  const { items, not, additionalProperties, propertyNames, anyOf = [] } = schema;
  const inner = [schema.properties, schema.patternProperties, schema.$defs].flatMap((all) =>
    Object.values(all ?? {}),
  );
  const parts = [...inner, ...anyOf, items, not, additionalProperties, propertyNames];
  return (
    Object.keys(schema).find((key) => !keywords.has(key)) ??
    parts
      .map((part) => (typeof part === "object" ? unknownKeyword(part) : undefined))
      .find((keyword) => keyword !== undefined)
  );
}

/** Checks whether a value is as a schema says that TypeBox has typed. */
export function isValid<Schema extends JsonSchema & { readonly static: unknown }>(
  schema: Schema,
  value: unknown,
): value is Schema["static"] {
  return schemaFailures(schema, value).length === 0;
}

const none: Readonly<Record<string, JsonSchema>> = {};

type Entries = readonly (readonly [key: string, schema: JsonSchema])[];

/** The properties of the same few schemas, which all policies are checked with. */
const entriesOf = new WeakMap<object, Entries>();

function patternsOf({ patternProperties }: JsonSchema): readonly (readonly [RegExp, JsonSchema])[] {
  return patternProperties === undefined
    ? []
    : Object.entries(patternProperties).map(([pattern, inner]) => [
        new RegExp(pattern, "u"),
        inner,
      ]);
}

class Check {
  readonly failures: SchemaFailure[] = [];
  readonly #root: JsonSchema;
  readonly #keys: (string | number)[];

  constructor(root: JsonSchema, keys: (string | number)[] = []) {
    this.#root = root;
    this.#keys = keys;
  }

  value(schema: JsonSchema, value: unknown): void {
    if (schema.$ref !== undefined) this.value(referred(this.#root, schema.$ref), value);
    if (schema.type !== undefined && !isOfType(value, schema.type)) {
      this.#fail("type", schema, value);
      return;
    }
    if (schema.const !== undefined && !same(schema.const, value))
      this.#fail("const", schema, value);
    if (schema.enum !== undefined && !schema.enum.some((one) => same(one, value))) {
      this.#fail("enum", schema, value);
    }
    if (schema.not !== undefined && this.#accepts(schema.not, value))
      this.#fail("not", schema, value);
    if (schema.anyOf !== undefined) this.#anyOf(schema.anyOf, value);
    if (typeof value === "string") this.#text(schema, value);
    else if (typeof value === "number") {
      if (value < (schema.minimum ?? value)) this.#fail("minimum", schema, value);
      if (value > (schema.maximum ?? value)) this.#fail("maximum", schema, value);
      if (value <= (schema.exclusiveMinimum ?? -Infinity)) {
        this.#fail("exclusiveMinimum", schema, value);
      }
    } else if (Array.isArray(value)) this.#list(schema, value);
    else if (isObject(value)) this.#object(schema, value);
  }

  #text(schema: JsonSchema, text: string): void {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    // Characters are never more than UTF-16 units, nor fewer than half of them.
    if (text.length < 2 * minLength && [...text].length < minLength) {
      this.#fail("minLength", schema, text);
    }
    if (text.length > maxLength && [...text].length > maxLength) {
      this.#fail("maxLength", schema, text);
    }
    if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) {
      this.#fail("pattern", schema, text);
    }
  }

  #list(schema: JsonSchema, list: readonly unknown[]): void {
    if (list.length < (schema.minItems ?? 0)) this.#fail("minItems", schema, list);
    if (list.length > (schema.maxItems ?? Infinity)) this.#fail("maxItems", schema, list);
    if (schema.items === undefined) return;
    for (let index = 0; index < list.length; index++) this.#part(schema.items, index, list[index]);
  }

  #object(schema: JsonSchema, object: Readonly<Record<string, unknown>>): void {
    const { properties = none, required, additionalProperties, propertyNames } = schema;
    const keys = Object.keys(object);
    if (keys.length < (schema.minProperties ?? 0)) this.#fail("minProperties", schema, object);
    if (keys.length > (schema.maxProperties ?? Infinity)) {
      this.#fail("maxProperties", schema, object);
    }
    if (required !== undefined) {
      for (const key of required) {
        if (ownMember(object, key) === undefined) this.#fail("required", schema, object, key);
      }
    }
    if (propertyNames !== undefined) {
      for (const key of keys) {
        if (!this.#accepts(propertyNames, key)) this.#fail("propertyNames", schema, object, key);
      }
    }
    const patterns = patternsOf(schema);
    if (additionalProperties !== undefined && additionalProperties !== true) {
      for (const key of keys) {
        if (Object.hasOwn(properties, key)) continue;
        if (patterns.some(([pattern]) => pattern.test(key))) continue;
        if (additionalProperties !== false) this.#part(additionalProperties, key, object[key]);
        else this.#fail("additionalProperties", schema, object, key);
      }
    }
    for (const [key, inner] of getOrAdd(entriesOf, properties, Object.entries<JsonSchema>)) {
      const member = ownMember(object, key);
      if (member !== undefined) this.#part(inner, key, member);
    }
    for (const [pattern, inner] of patterns) {
      for (const key of keys) if (pattern.test(key)) this.#part(inner, key, object[key]);
    }
  }

  #part(schema: JsonSchema, key: string | number, value: unknown): void {
    this.#keys.push(key);
    this.value(schema, value);
    this.#keys.pop();
  }

  #failuresOf(schema: JsonSchema, value: unknown): readonly SchemaFailure[] {
    const check = new Check(this.#root, this.#keys);
    check.value(schema, value);
    return check.failures;
  }

  #accepts(schema: JsonSchema, value: unknown): boolean {
    return this.#failuresOf(schema, value).length === 0;
  }

  /** Assumes, when no variant fits, that the variant with the deepest failure was meant. */
  #anyOf(variants: readonly JsonSchema[], value: unknown): void {
    let best: readonly SchemaFailure[] = [];
    for (const variant of variants) {
      const failures = this.#failuresOf(variant, value);
      if (failures[0] === undefined) return;
      if (best[0] === undefined || failures[0].path.length > best[0].path.length) best = failures;
    }
    this.failures.push(...best);
  }

  #fail(keyword: keyof JsonSchema, schema: JsonSchema, value: unknown, key?: string): void {
    const path = toPointer(key === undefined ? this.#keys : [...this.#keys, key]);
    this.failures.push({ keyword, path, value, schema, ...(key !== undefined && { key }) });
  }
}

function isOfType(value: unknown, type: string | readonly string[]): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof type === "string"
        ? typeof value === type
        : type.some((one) => isOfType(value, one));
  }
}

/** False for a number that kept its digits, although it is an object. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

function same(one: unknown, other: unknown): boolean {
  return jsonEqual(one as JsonValue, other as JsonValue);
}

function referred(root: JsonSchema, reference: string): JsonSchema {
  let at: unknown = root;
  for (const key of fromPointer(reference.slice(1))) {
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at as JsonSchema;
}
