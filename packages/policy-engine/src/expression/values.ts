import type { CelInput, CelValue } from "@bufbuild/cel";
import { parseType, type CelType, type Dialect } from "@traffic-policy/policy-language";
import type { CelLibrary } from "./cel.ts";
import {
  formatDate,
  formatDouble,
  formatDuration,
  formatTimestamp,
  timePartsOf,
  type TimeParts,
} from "./format.ts";

/**
 * A value that goes into the evaluator, as plain data: whole numbers as numbers, points in time as
 * `Date`, lengths of time in seconds, maps and records as objects.
 */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** Converts between plain data and the values of the evaluator. */
export class Values {
  readonly #library: CelLibrary;
  readonly #records: Dialect["records"];
  readonly #fieldTypes = new Map<string, ReadonlyMap<string, CelType>>();

  constructor(library: CelLibrary, dialect: Dialect) {
    this.#library = library;
    this.#records = dialect.records;
  }

  /** A plain value as one of a CEL type. */
  toCel(value: PlainValue, type: CelType): CelValue {
    const { cel, protobuf, reflect, wellKnown } = this.#library;
    switch (type.kind) {
      case "int":
        return BigInt(value as number);
      case "uint":
        return cel.celUint(BigInt(value as number));
      case "timestamp": {
        const message = protobuf.create(wellKnown.TimestampSchema, timePartsOf(value as Date));
        return reflect.reflect(wellKnown.TimestampSchema, message) as CelValue;
      }
      case "duration": {
        const seconds = BigInt(Math.trunc(value as number));
        const message = protobuf.create(wellKnown.DurationSchema, { seconds });
        return reflect.reflect(wellKnown.DurationSchema, message) as CelValue;
      }
      case "list":
        return cel.celList(
          (value as readonly PlainValue[]).map((item) => this.toCel(item, type.element)),
        );
      case "map":
        return this.#map(value as Readonly<Record<string, PlainValue>>, () => type.value);
      case "record": {
        const types = this.#typesOf(type.name);
        return this.#map(
          value as Readonly<Record<string, PlainValue>>,
          (field) => types.get(field) ?? anything,
        );
      }
      case "dyn":
        return this.#dynamic(value);
      default:
        return value as CelValue;
    }
  }

  /**
   * A value of the evaluator as JSON: whole numbers as numbers, or as text when a double does not
   * hold them; bytes as base64 text; points and lengths of time as CEL writes them.
   */
  toJson(value: CelValue): JsonLike {
    const { cel } = this.#library;
    if (typeof value === "bigint") return wholeNumber(value);
    if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
    if (value === null || typeof value !== "object") return value;
    if (value instanceof Uint8Array) return base64(value);
    if (cel.isCelUint(value)) return wholeNumber(value.value);
    if (cel.isCelList(value)) return Array.from(value, (item) => this.toJson(item));
    if (cel.isCelMap(value)) {
      const entries = Array.from(value.entries(), ([key, item]): [string, JsonLike] => [
        cel.isCelUint(key) ? String(key.value) : String(key),
        this.toJson(item),
      ]);
      return Object.fromEntries(entries);
    }
    if (cel.isCelType(value)) return value.name;
    return this.#message(value as { desc: { typeName: string }; message: unknown });
  }

  /** A value of the evaluator as text of an interpolation; nothing when it is a list or a map. */
  toText(value: CelValue): string | undefined {
    if (typeof value === "number") return formatDouble(value);
    const json = this.toJson(value);
    if (typeof json === "string") return json;
    return json === null || typeof json === "object" ? undefined : String(json);
  }

  #map(value: Readonly<Record<string, PlainValue>>, typeOf: (key: string) => CelType): CelValue {
    const entries = Object.entries(value).map(([key, item]): [string, CelInput] => [
      key,
      this.toCel(item, typeOf(key)),
    ]);
    return this.#library.cel.celMap(new Map(entries));
  }

  #dynamic(value: PlainValue): CelValue {
    if (value === null || typeof value !== "object") return value as CelValue;
    if (value instanceof Date) return this.toCel(value, { kind: "timestamp" });
    if (value instanceof Uint8Array) return value as CelValue;
    if (Array.isArray(value)) return this.toCel(value, { kind: "list", element: anything });
    return this.#map(value as Readonly<Record<string, PlainValue>>, () => anything);
  }

  #typesOf(record: string): ReadonlyMap<string, CelType> {
    let types = this.#fieldTypes.get(record);
    if (types === undefined) {
      const fields = this.#records.get(record)?.fields ?? [];
      types = new Map(fields.map(({ name, type }) => [name, parseType(type)]));
      this.#fieldTypes.set(record, types);
    }
    return types;
  }

  #message({ desc, message }: { desc: { typeName: string }; message: unknown }): JsonLike {
    const parts = message as TimeParts;
    if (desc.typeName === "google.protobuf.Timestamp") return formatTimestamp(parts);
    if (desc.typeName === "google.protobuf.Duration") return formatDuration(parts);
    return desc.typeName;
  }
}

/** JSON, as a trace shows values. */
export type JsonLike =
  string | number | boolean | null | readonly JsonLike[] | { readonly [key: string]: JsonLike };

const anything: CelType = { kind: "dyn" };

function wholeNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// `btoa` belongs to the host, not to the language.
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    for (let digit = 0; digit < 4; digit++) {
      text += at + digit > bytes.length ? "=" : alphabet.charAt((bits >> (18 - 6 * digit)) & 63);
    }
  }
  return text;
}

/** A plain value as JSON. */
export function plainToJson(value: PlainValue): JsonLike {
  if (value instanceof Date) return formatDate(value);
  if (value instanceof Uint8Array) return base64(value);
  if (Array.isArray(value)) return value.map(plainToJson);
  if (value === null || typeof value !== "object") return value as JsonLike;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, plainToJson(item as PlainValue)]),
  );
}
