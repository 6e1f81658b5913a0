import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Finding } from "./rule.ts";
import { nearest, toPointer } from "@traffic-policy/policy-language";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true });
const validators = new WeakMap<object, ValidateFunction>();

/**
 * Checks a value against a JSON Schema and puts what is wrong into sentences.
 *
 * @param path - JSON Pointer of the value in the policy document
 */
export function schemaFindings(schema: object, value: unknown, path: string): Finding[] {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  validate(value);
  // What is wrong with a key's name is told once, by the error about the key.
  const errors = (validate.errors ?? []).filter((error) => error.propertyName === undefined);
  return errors.map((error) => toFinding(error, path));
}

function toFinding(error: ErrorObject, base: string): Finding {
  const path = base + error.instancePath;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const subject = /^\d*$/.test(name) ? "This" : `"${name}"`;
  switch (error.keyword) {
    case "type": {
      const expected = ([] as string[])
        .concat(error.params["type"])
        .filter((type) => type !== "null");
      const wanted = expected.map((type) => words[type] ?? type).join(" or ");
      return {
        path,
        message: `${subject} must be ${wanted}, not ${kindOf(error.data)}.`,
        ...(expected.includes("array")
          ? { help: "Put it in square brackets: a list, even of one." }
          : {}),
      };
    }
    case "required": {
      const missing = String(error.params["missingProperty"]);
      return { path, message: `"${missing}" is missing.`, help: `Add "${missing}".` };
    }
    case "additionalProperties": {
      const key = String(error.params["additionalProperty"]);
      const known = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
      const meant = nearest(key, known);
      return {
        path: path + toPointer([key]),
        part: "key",
        message: `"${key}" is not a key that can stand here.`,
        help: meant === undefined ? `The keys are ${list(known)}.` : `Did you mean "${meant}"?`,
      };
    }
    case "enum": {
      const allowed = error.params["allowedValues"] as readonly string[];
      const value = JSON.stringify(error.data);
      const meant = typeof error.data === "string" ? nearest(error.data, allowed) : undefined;
      return {
        path,
        message: `${value} is not one of the values that are possible here.`,
        help: meant === undefined ? `They are ${list(allowed)}.` : `Did you mean "${meant}"?`,
      };
    }
    case "propertyNames": {
      const key = String(error.params["propertyName"]);
      return {
        path: path + toPointer([key]),
        part: "key",
        message: `"${key}" is a key that cannot stand here.`,
      };
    }
    case "not":
      return { path, message: `${JSON.stringify(error.data)} cannot stand here.` };
    case "minProperties":
    case "minItems":
      return { path, message: `${subject} must have ${entries(error)} at least.` };
    case "maxProperties":
    case "maxItems":
      return { path, message: `${subject} may have ${entries(error)} at most.` };
    case "minimum":
      return { path, message: `${subject} must be ${limit(error)} or more.` };
    case "maximum":
      return { path, message: `${subject} must be ${limit(error)} or less.` };
    case "maxLength":
      return { path, message: `${subject} may have ${limit(error)} characters at most.` };
    default:
      return { path, message: `${subject} ${error.message ?? "is wrong"}.` };
  }
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
