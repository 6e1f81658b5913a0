import {
  didYouMean,
  parseType,
  variablesOf,
  type CelType,
  type Dialect,
} from "@traffic-policy/policy-language";
import type { PlainValue } from "../expression/values.ts";
import { ExchangeError, type Exchange } from "./exchange.ts";

/**
 * Checks the values that an exchange gives to variables outright.
 *
 * @throws ExchangeError for a name that the dialect does not have, or a value of another type
 */
export function checkVariables({ variables }: Exchange, dialect: Dialect): void {
  if (variables === undefined) return;
  for (const [name, value] of Object.entries(variables)) {
    const known = variablesOf(dialect);
    const definition = known.find((variable) => variable.name === name);
    if (definition === undefined) {
      const names = known.map((variable) => variable.name);
      const message = `There is no variable ${name}.`;
      throw new ExchangeError(message, didYouMean(name, names) ?? "Remove it.");
    }
    if (
      value !== undefined &&
      value !== null &&
      !isOfType(value, parseType(definition.type), dialect)
    ) {
      const { type } = definition;
      throw new ExchangeError(`The value of ${name} is not a ${type}.`, `Use ${formOf(type)}.`);
    }
  }
}

function isOfType(value: PlainValue, type: CelType, dialect: Dialect): boolean {
  switch (type.kind) {
    case "int":
    case "uint": {
      const isWhole = typeof value === "bigint" || Number.isInteger(value);
      return isWhole && (type.kind === "int" || (value as number) >= 0);
    }
    case "duration":
    case "double":
      return typeof value === "number";
    case "bool":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "bytes":
      return value instanceof Uint8Array;
    case "null":
      return value === null;
    case "timestamp":
      return value instanceof Date && !Number.isNaN(value.getTime());
    case "list":
      return Array.isArray(value) && value.every((item) => isOfType(item, type.element, dialect));
    case "map":
      return isObject(value) && itemsOf(value).every((item) => isOfType(item, type.value, dialect));
    case "record":
      return isObject(value) && isRecord(value, type.name, dialect);
    default:
      return true;
  }
}

function isRecord(value: object, name: string, dialect: Dialect): boolean {
  const fields = dialect.records.get(name)?.fields ?? [];
  return Object.entries(value).every(([key, item]) => {
    const field = fields.find((one) => one.name === key);
    return field !== undefined && isOfType(item as PlainValue, parseType(field.type), dialect);
  });
}

function isObject(value: PlainValue): value is PlainValue & object {
  const isOther = value instanceof Date || value instanceof Uint8Array || Array.isArray(value);
  return typeof value === "object" && value !== null && !isOther;
}

function itemsOf(value: object): PlainValue[] {
  return value instanceof Map
    ? [...(value.values() as Iterable<PlainValue>)]
    : Object.values(value);
}

function formOf(type: string): string {
  if (type.startsWith("list")) return "a list";
  if (type.startsWith("map")) return "an object";
  return { timestamp: "a Date", duration: "seconds", int: "a whole number" }[type] ?? `a ${type}`;
}
