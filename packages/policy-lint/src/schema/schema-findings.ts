import type { ErrorObject, ValidateFunction } from "ajv";
import {
  fromPointer,
  isJsonObject,
  nearest,
  shortened,
  toPointer,
  type JsonSchema,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { meantKey, sameLetters } from "../analysis/meant-key.ts";
import { valueAt } from "../analysis/value-at.ts";
import type { Finding, Fix } from "../rule.ts";
import { validatorOf } from "./validator-of.ts";

/** What a schema finds fault with. */
export interface SchemaFinding extends Finding {
  readonly kind: "unknown-key" | "missing-key" | "value";
  /** The key that is unknown or missing. */
  readonly key?: string;
}

/**
 * Checks a value against a JSON Schema and puts what is wrong into sentences, one for each mistake.
 *
 * @param path - JSON Pointer of the value in the policy document
 * @param otherNames - what keys are called elsewhere, and here
 */
export function schemaFindings(
  schema: object,
  value: unknown,
  path: string,
  otherNames: Readonly<Record<string, string>> = {},
): SchemaFinding[] {
  const errors = distinct(errorsOf(validatorOf(schema), value));
  const meant = new Set(
    errors
      .filter(isUnknownKey)
      .map((error) => `${error.instancePath} ${meantBy(error, otherNames)}`),
  );
  return errors.flatMap((error) => {
    const missing: unknown = error.params["missingProperty"];
    if (missing !== undefined && meant.has(`${error.instancePath} ${missing}`)) return [];
    return [toFinding(error, path, otherNames)];
  });
}

/**
 * What a schema finds fault with. A number that kept its digits is an object, in whose parts it
 * should not look, so it is shown one that is no number.
 */
function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  if (!hasDigits(value)) {
    validate(value);
    return validate.errors ?? [];
  }
  validate(withoutDigits(value));
  return (validate.errors ?? []).map((error) => ({
    ...error,
    data: valueAt(value as JsonValue, error.instancePath),
  }));
}

function hasDigits(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!Array.isArray(value) && !isJsonObject(value)) return true;
  for (const item of Object.values(value)) if (hasDigits(item)) return true;
  return false;
}

function withoutDigits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDigits);
  if (typeof value !== "object" || value === null) return value;
  if (!isJsonObject(value)) return Number.NaN;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutDigits(item)]));
}

/** What is wrong with a key's name is told by the error about the key, a wrong kind of value first. */
function distinct(errors: readonly ErrorObject[]): ErrorObject[] {
  const ofWrongType = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === "type" ? [instancePath] : [])),
  );
  return errors.filter(
    ({ keyword, instancePath, propertyName }) =>
      propertyName === undefined && (keyword === "type" || !ofWrongType.has(instancePath)),
  );
}

function isUnknownKey({ keyword }: ErrorObject): boolean {
  return keyword === "additionalProperties";
}

function knownKeys({ parentSchema }: ErrorObject): string[] {
  return Object.keys((parentSchema?.["properties"] ?? {}) as object);
}

function meantBy(
  error: ErrorObject,
  otherNames: Readonly<Record<string, string>>,
): string | undefined {
  const key = String(error.params["additionalProperty"]);
  const other = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
  const object: unknown = error.data;
  return other ?? (isJsonObject(object) ? meantKey(key, object, knownKeys(error)) : undefined);
}

function toFinding(
  error: ErrorObject,
  base: string,
  otherNames: Readonly<Record<string, string>>,
): SchemaFinding {
  const path = base + error.instancePath;
  const name = fromPointer(path).at(-1) ?? "";
  const subject = /^\d*$/.test(name) ? "This" : `"${shortened(name)}"`;
  const wrongValue = (message: string): SchemaFinding => ({ kind: "value", path, message });
  switch (error.keyword) {
    case "type":
      return wrongType(error, path, subject);
    case "required": {
      const key = String(error.params["missingProperty"]);
      return {
        kind: "missing-key",
        key,
        path,
        message: `"${key}" is missing.`,
        help: `Add "${key}".`,
      };
    }
    case "additionalProperties":
      return unknownKey(error, path, meantBy(error, otherNames));
    case "enum": {
      const allowed = error.params["allowedValues"] as readonly string[];
      const meant = typeof error.data === "string" ? nearest(error.data, allowed) : undefined;
      return {
        ...wrongValue(
          `${shortened(JSON.stringify(error.data))} is not one of the values that are possible here.`,
        ),
        help: meant === undefined ? `They are ${list(allowed)}.` : `Did you mean "${meant}"?`,
      };
    }
    case "propertyNames": {
      const key = String(error.params["propertyName"]);
      const message = `"${shortened(key)}" is a key that cannot stand here.`;
      return { kind: "value", path: path + toPointer([key]), part: "key", message };
    }
    case "not":
      return wrongValue(`${shortened(JSON.stringify(error.data))} cannot stand here.`);
    case "minProperties":
    case "minItems":
      return wrongValue(`${subject} must have ${entries(error)} at least.`);
    case "maxProperties":
    case "maxItems":
      return wrongValue(`${subject} may have ${entries(error)} at most.`);
    case "minimum":
      return wrongValue(`${subject} must be ${limit(error)} or more.`);
    case "maximum":
      return wrongValue(`${subject} must be ${limit(error)} or less.`);
    case "minLength":
      return wrongValue(
        limit(error) === "1"
          ? `${subject} must not be empty.`
          : `${subject} must have ${limit(error)} characters at least.`,
      );
    case "maxLength":
      return wrongValue(`${subject} may have ${limit(error)} characters at most.`);
    default:
      return wrongValue(`${subject} ${error.message ?? "is wrong"}.`);
  }
}

function unknownKey(error: ErrorObject, path: string, meant: string | undefined): SchemaFinding {
  const key = String(error.params["additionalProperty"]);
  const at = path + toPointer([key]);
  const isSame = meant !== undefined && sameLetters(meant, key);
  const isFree = meant !== undefined && (error.data as object)[meant as never] === undefined;
  // Not safe: the service may have passed over what it did not know, and now obeys it.
  const fix: Fix | undefined =
    isSame && isFree
      ? { title: `Write "${meant}"`, safe: false, edits: [{ path: at, key: meant }] }
      : undefined;
  return {
    kind: "unknown-key",
    key,
    path: at,
    part: "key",
    message: `"${shortened(key)}" is not a key that can stand here.`,
    help:
      meant === undefined ? `The keys are ${list(knownKeys(error))}.` : `Did you mean "${meant}"?`,
    ...(fix && { fix }),
  };
}

function wrongType(error: ErrorObject, path: string, subject: string): SchemaFinding {
  const { params, data } = error;
  const expected = ([] as string[]).concat(params["type"]).filter((type) => type !== "null");
  const wanted = expected.map((type) => words[type] ?? type).join(" or ");
  const message = `${subject} must be ${wanted}, not ${kindOf(data)}.`;
  if (expected.join() !== "array") return { kind: "value", path, message };
  const help = "Put it in square brackets: a list, even of one.";
  const items = (error.parentSchema as JsonSchema | undefined)?.items;
  const fix = isItem(data, items) ? { fix: inList(path, data) } : {};
  return { kind: "value", path, message, help, ...fix };
}

/** Whether a value surely is what the items of a list should be. */
function isItem(value: unknown, items: JsonSchema | undefined): value is JsonValue {
  if (typeof value === "string") return items?.type === "string";
  const known = items?.properties ?? {};
  return isJsonObject(value) && Object.keys(value).some((key) => Object.hasOwn(known, key));
}

function inList(path: string, value: JsonValue): Fix {
  return { title: "Put it in square brackets", safe: true, edits: [{ path, value: [value] }] };
}

const words: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  // What is an object and no JSON object is a number that kept its digits.
  if (typeof value === "object" && !isJsonObject(value)) return "a number of so many digits";
  return words[typeof value] ?? typeof value;
}

function limit({ params }: ErrorObject): string {
  return String(params["limit"]);
}

function entries(error: ErrorObject): string {
  return limit(error) === "1" ? "1 entry" : `${limit(error)} entries`;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
