import type { Diagnostic } from "../diagnostic.ts";
import { fromPointer } from "../json-pointer.ts";
import { isJsonObject, ownMember, type JsonObject, type JsonValue } from "../json-value.ts";
import { shortened } from "../text/shown.ts";
import { nearest, sameLetters, suggestion } from "../text/nearest.ts";
import type { JsonSchema } from "./json-schema.ts";
import { schemaFailures, type SchemaFailure } from "./schema-failures.ts";

/** Something in a document that is wrong. */
export interface Problem {
  /** JSON Pointer to it. */
  readonly path: string;
  /** Which part of it; the value when left out. */
  readonly part?: "key";
  /** One sentence: what is wrong. */
  readonly message: string;
  /** A hint on how to fix the problem. */
  readonly help?: string;
}

/** Something that is not as a JSON Schema says. */
export interface SchemaProblem extends Problem {
  readonly kind: "unknown-key" | "missing-key" | "value";
  /** The key that is unknown or missing. */
  readonly key?: string;
  /** The expected kind of a value that has another type. */
  readonly expected?: "text" | "flag";
  readonly fix?: NonNullable<Diagnostic["fix"]>;
}

export interface SchemaProblemOptions {
  /** JSON Pointer of the value in its document; omitted when the value is the document. */
  readonly path?: string;
  readonly otherNames?: Readonly<Record<string, string>> | undefined;
  /** Returns the name of a part for the beginning of a sentence, by its JSON Pointer. */
  readonly subject?: (path: string) => string;
}

/** Checks a value against a JSON Schema, and says what is wrong: one sentence for each mistake. */
export function schemaProblems(
  schema: JsonSchema,
  value: unknown,
  { path: base = "", otherNames = {}, subject = lastKey }: SchemaProblemOptions = {},
): SchemaProblem[] {
  const failures = schemaFailures(schema, value);
  const meant = new Map(
    failures.flatMap((failure) =>
      failure.keyword === "additionalProperties" ? [[failure, meantBy(failure, otherNames)]] : [],
    ),
  );
  return failures.flatMap((failure): SchemaProblem[] => {
    const { keyword, value: part, key = "" } = failure;
    const at = base + failure.path;
    if (keyword === "additionalProperties") return [unknownKey(failure, at, meant.get(failure))];
    if (keyword !== "required") return [wrongValue(failure, at, subject(at))];
    // What is misspelt is reported once.
    if ([...meant].some(([{ value: of }, name]) => of === part && name === key)) return [];
    const message = `${subject(at)} is missing.`;
    const path = at.slice(0, at.lastIndexOf("/"));
    return [{ kind: "missing-key", key, path, message, help: `Add "${key}".` }];
  });
}

function lastKey(path: string): string {
  const name = fromPointer(path).at(-1) ?? "";
  return /^\d*$/.test(name) ? "This" : `"${shortened(name)}"`;
}

function meantBy(
  { key = "", value, schema }: SchemaFailure,
  otherNames: Readonly<Record<string, string>>,
): string | undefined {
  return (
    ownMember(otherNames, key) ?? (isJsonObject(value) ? meantKey(key, value, schema) : undefined)
  );
}

function meantKey(key: string, object: JsonObject, { properties = {} }: JsonSchema) {
  const known = Object.keys(properties);
  const absent = known.filter((name) => object[name] === undefined);
  return (
    absent.find((name) => sameLetters(name, key)) ?? nearest(key, absent) ?? nearest(key, known)
  );
}

function unknownKey(
  { key = "", value, schema }: SchemaFailure,
  path: string,
  meant: string | undefined,
): SchemaProblem {
  const isSame = meant !== undefined && sameLetters(meant, key);
  const isFree = meant !== undefined && (value as JsonObject)[meant] === undefined;
  return {
    kind: "unknown-key",
    key,
    path,
    part: "key",
    message: `Unknown key "${shortened(key)}".`,
    help: suggestion(meant) ?? knownKeys(Object.keys(schema.properties ?? {})),
    // Not safe: the service may have ignored what it did not know, and now obeys it.
    ...(isSame &&
      isFree && {
        fix: { title: `Write "${meant}"`, safe: false, edits: [{ path, key: meant }] },
      }),
  };
}

function wrongValue(failure: SchemaFailure, path: string, subject: string): SchemaProblem {
  const { keyword, value, schema, key = "" } = failure;
  if (keyword === "type") return wrongType(failure, path, subject);
  if (keyword === "propertyNames") {
    const message = `"${shortened(key)}" is not allowed as a key here.`;
    return { kind: "value", path, part: "key", message };
  }
  if (keyword === "enum") {
    const allowed = schema.enum as readonly string[];
    const meant = typeof value === "string" ? nearest(value, allowed) : undefined;
    const message = `${shortened(JSON.stringify(value))} is not an allowed value.`;
    return {
      kind: "value",
      path,
      message,
      help: suggestion(meant) ?? `Allowed values are ${list(allowed)}.`,
    };
  }
  const message =
    keyword === "not"
      ? `${shortened(JSON.stringify(value))} is not allowed here.`
      : `${subject} ${demand(keyword, schema[keyword])}.`;
  return { kind: "value", path, message };
}

function demand(keyword: SchemaFailure["keyword"], limit: unknown): string {
  switch (keyword) {
    case "minProperties":
    case "minItems":
      return `must have at least ${limit === 1 ? "1 entry" : `${limit} entries`}`;
    case "maxProperties":
    case "maxItems":
      return `must have at most ${limit === 1 ? "1 entry" : `${limit} entries`}`;
    case "minimum":
      return `must be ${limit} or more`;
    case "maximum":
      return `must be ${limit} or less`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "minLength":
      return limit === 1 ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "pattern":
      return `must match pattern "${limit}"`;
    default:
      return `must be ${JSON.stringify(limit)}`;
  }
}

/** Returns the kind of value that a schema requires, as a phrase: "a list". */
export function wantedKind(schema: JsonSchema): string {
  return kindsOf(schema)
    .map((type) => words[type] ?? type)
    .join(" or ");
}

function kindsOf({ type = [] }: JsonSchema): readonly string[] {
  return [type].flat().filter((one) => one !== "null");
}

function wrongType({ value, schema }: SchemaFailure, path: string, subject: string): SchemaProblem {
  const expected = kindsOf(schema);
  const message = `${subject} must be ${wantedKind(schema)}, not ${kindOf(value)}.`;
  const [only, another] = expected;
  const kind = another === undefined && only !== undefined ? expectedKinds[only] : undefined;
  if (expected.join() !== "array") {
    return { kind: "value", path, message, ...(kind && { expected: kind }) };
  }
  return {
    kind: "value",
    path,
    message,
    help: "Put it in square brackets: a list is required, even of one.",
    ...(isItem(value, schema.items) && {
      fix: { title: "Put it in square brackets", safe: true, edits: [{ path, value: [value] }] },
    }),
  };
}

function isItem(value: unknown, items: JsonSchema | undefined): value is JsonValue {
  if (typeof value === "string") return items?.type === "string";
  const known = items?.properties ?? {};
  return isJsonObject(value) && Object.keys(value).some((key) => Object.hasOwn(known, key));
}

const expectedKinds: Readonly<Record<string, SchemaProblem["expected"]>> = {
  string: "text",
  boolean: "flag",
};

const words: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

/** Returns the kind of a value, as a phrase: "a list". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  // What is an object and no JSON object is a number that kept its digits.
  if (typeof value === "object" && !isJsonObject(value)) return "a number with too many digits";
  return words[typeof value] ?? typeof value;
}

/** The help that lists all keys that an object can have. */
export function knownKeys(names: readonly string[]): string {
  return `Known keys are ${list(names)}.`;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
