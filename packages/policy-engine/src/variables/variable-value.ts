import { isJsonObject, type CelType, type Dialect } from "@traffic-policy/policy-language";
import { parseDuration, parseType } from "@traffic-policy/policy-language/internal";
import { dateOf } from "../exchange/time.ts";
import { ExchangeError } from "../exchange/exchange.ts";
import { fromBase64 } from "../expression/base64.ts";
import type { PlainValue } from "../expression/plain-value.ts";

/**
 * Converts a JSON value to a CEL type; undefined when it does not fit the type.
 *
 * @param dialect - defines the records that the type names
 */
export function convertValue(
  value: unknown,
  type: CelType,
  dialect: Pick<Dialect, "records">,
): PlainValue | undefined {
  return new Converter(dialect).convert(value, type);
}

export function formOfType(type: CelType, dialect: Pick<Dialect, "records">): string {
  return formOfRecord(type, dialect) ?? forms[type.kind] ?? "Write an object.";
}

const forms: { readonly [Kind in CelType["kind"]]?: string } = {
  bool: "Write true or false.",
  int: "Write a whole number.",
  string: "Write text.",
  bytes: "Write text in Base64.",
  timestamp: "Write date, time and zone as in RFC 3339, like 2024-01-31T00:00:00Z.",
  duration: 'Write text with a unit, like "1m30s".',
  list: 'Write a list, like ["a", "b"].',
};

class Converter {
  readonly #dialect: Pick<Dialect, "records">;

  constructor(dialect: Pick<Dialect, "records">) {
    this.#dialect = dialect;
  }

  convert(value: unknown, type: CelType): PlainValue | undefined {
    switch (type.kind) {
      case "bool":
        return typeof value === "boolean" ? value : undefined;
      case "int":
        return Number.isSafeInteger(value) ? (value as number) : undefined;
      case "string":
        return typeof value === "string" ? value : undefined;
      case "bytes":
        return typeof value === "string" ? fromBase64(value) : undefined;
      case "timestamp":
        return typeof value === "string" || typeof value === "number" ? toTime(value) : undefined;
      case "duration": {
        const nanoseconds = typeof value === "string" ? parseDuration(value) : undefined;
        return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e9;
      }
      case "list":
        return Array.isArray(value) ? this.#all(value, type.element) : undefined;
      case "map":
        return isJsonObject(value) ? this.#allOf(value, type.value) : undefined;
      case "record":
        return isJsonObject(value) ? this.#recordOf(value, type.name) : undefined;
      case "dyn":
        return this.#anything(value);
      default:
        return undefined;
    }
  }

  #recordOf(object: Readonly<Record<string, unknown>>, record: string): PlainValue | undefined {
    const fields = fieldsOf(record, this.#dialect);
    const types = new Map(fields.map(({ name, type }) => [name, parseType(type)]));
    const entries = Object.entries(object).map(([name, value]) => {
      const type = types.get(name);
      return [name, type && this.convert(value, type)] as const;
    });
    return entries.every(([, value]) => value !== undefined)
      ? Object.fromEntries(entries as [string, PlainValue][])
      : undefined;
  }

  #all(items: readonly unknown[], type: CelType): PlainValue | undefined {
    const converted = items.map((item) => this.convert(item, type));
    return converted.every((item) => item !== undefined) ? converted : undefined;
  }

  #allOf(object: Readonly<Record<string, unknown>>, type: CelType): PlainValue | undefined {
    const values = this.#all(Object.values(object), type) as readonly PlainValue[] | undefined;
    return (
      values &&
      Object.fromEntries(Object.keys(object).map((key, index) => [key, values[index] ?? null]))
    );
  }

  // A number that kept its digits is an object, and none of JSON.
  #anything(value: unknown): PlainValue | undefined {
    if (Array.isArray(value)) return this.#all(value, { kind: "dyn" });
    if (typeof value !== "object" || value === null) return value as PlainValue;
    return isJsonObject(value) ? this.#allOf(value, { kind: "dyn" }) : undefined;
  }
}

function formOfRecord(type: CelType, dialect: Pick<Dialect, "records">): string | undefined {
  const record = type.kind === "list" ? type.element : type;
  const fields = record.kind === "record" ? fieldsOf(record.name, dialect) : [];
  if (fields.length === 0) return undefined;
  const object = type.kind === "list" ? "a list of objects" : "an object";
  return `Write ${object} with ${fields.map(({ name }) => name).join(", ")}.`;
}

function fieldsOf(record: string, { records }: Pick<Dialect, "records">) {
  const { fields = [] } = records.get(record) ?? {};
  return fields.filter(({ renamedTo }) => renamedTo === undefined);
}

export function isOfType(
  value: PlainValue,
  type: CelType,
  dialect: Pick<Dialect, "records">,
): boolean {
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

function isRecord(value: object, name: string, dialect: Pick<Dialect, "records">): boolean {
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

/** Converts RFC 3339 text, or milliseconds since 1970, to a date; undefined for an invalid value. */
export function toTime(value: string | number): Date | undefined {
  try {
    return dateOf(value);
  } catch (error) {
    if (error instanceof ExchangeError) return undefined;
    throw error;
  }
}
