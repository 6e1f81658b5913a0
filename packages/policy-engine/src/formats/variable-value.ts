import {
  directionsDialect,
  isJsonObject,
  parseDuration,
  parseType,
  typeText,
  variablesOf,
  type CelType,
  type Problem,
} from "@traffic-policy/policy-language";
import { dateOf } from "../exchange/time.ts";
import { ExchangeError } from "../exchange/exchange.ts";
import { fromBase64 } from "../expression/base64.ts";
import type { PlainValue } from "../expression/values.ts";

/** The CEL types of variables, by name. */
export const variableTypes: ReadonlyMap<string, CelType> = new Map(
  variablesOf(directionsDialect).map(({ name, type }) => [name, parseType(type)]),
);

/** A value of a variable as the engine takes it, or why it has no such value. */
export type Converted =
  | { readonly ok: true; readonly value: PlainValue }
  | { readonly ok: false; readonly problem: Pick<Problem, "message" | "help"> };

/** The value of a variable from JSON: of the type that the catalogue gives the variable; `null` for none. */
export function variableValue(name: string, value: unknown): Converted {
  const type = variableTypes.get(name);
  if (type === undefined) throw new Error(`There is no variable "${name}".`);
  const converted = value === null ? null : convert(value, type);
  if (converted !== undefined) return { ok: true, value: converted };
  const help = formOfRecord(type) ?? forms[type.kind] ?? "Write an object.";
  return {
    ok: false,
    problem: { message: `This is not a value of ${name}, which is ${what(type)}.`, help },
  };
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

function what(type: CelType): string {
  return `of the type ${typeText(type)}`;
}

function convert(value: unknown, type: CelType): PlainValue | undefined {
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
      return Array.isArray(value) ? all(value, type.element) : undefined;
    case "map":
      return isJsonObject(value) ? allOf(value, type.value) : undefined;
    case "record":
      return isJsonObject(value) ? recordOf(value, type.name) : undefined;
    case "dyn":
      return anything(value);
    default:
      return undefined;
  }
}

function formOfRecord(type: CelType): string | undefined {
  const record = type.kind === "list" ? type.element : type;
  const fields = record.kind === "record" ? fieldsOf(record.name) : [];
  if (fields.length === 0) return undefined;
  const object = type.kind === "list" ? "a list of objects" : "an object";
  return `Write ${object} with ${fields.map(({ name }) => name).join(", ")}.`;
}

function fieldsOf(record: string) {
  const { fields = [] } = directionsDialect.records.get(record) ?? {};
  return fields.filter(({ renamedTo }) => renamedTo === undefined);
}

function recordOf(
  object: Readonly<Record<string, unknown>>,
  record: string,
): PlainValue | undefined {
  const types = new Map(fieldsOf(record).map(({ name, type }) => [name, parseType(type)]));
  const entries = Object.entries(object).map(([name, value]) => {
    const type = types.get(name);
    return [name, type && convert(value, type)] as const;
  });
  return entries.every(([, value]) => value !== undefined)
    ? Object.fromEntries(entries as [string, PlainValue][])
    : undefined;
}

function all(items: readonly unknown[], type: CelType): PlainValue | undefined {
  const converted = items.map((item) => convert(item, type));
  return converted.every((item) => item !== undefined) ? converted : undefined;
}

function allOf(object: Readonly<Record<string, unknown>>, type: CelType): PlainValue | undefined {
  const values = all(Object.values(object), type) as readonly PlainValue[] | undefined;
  return (
    values &&
    Object.fromEntries(Object.keys(object).map((key, index) => [key, values[index] ?? null]))
  );
}

// A number that kept its digits is an object, and none of JSON.
function anything(value: unknown): PlainValue | undefined {
  if (Array.isArray(value)) return all(value, { kind: "dyn" });
  if (typeof value !== "object" || value === null) return value as PlainValue;
  return isJsonObject(value) ? allOf(value, { kind: "dyn" }) : undefined;
}

/** RFC 3339 text, or milliseconds since 1970, as a date; nothing for what is neither. */
export function toTime(value: string | number): Date | undefined {
  try {
    return dateOf(value);
  } catch (error) {
    if (error instanceof ExchangeError) return undefined;
    throw error;
  }
}
