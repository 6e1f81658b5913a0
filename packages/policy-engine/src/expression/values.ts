import type { CelInput, CelValue, CelUint } from "@bufbuild/cel";
import { typeText, type CelType, type Dialect } from "@traffic-policy/policy-language";
import { parseType } from "@traffic-policy/policy-language/internal";
import { toBase64 } from "./base64.ts";
import type { CelLibrary } from "./cel.ts";
import {
  formatDate,
  formatDouble,
  formatDuration,
  formatTimestamp,
  timePartsOf,
  type TimeParts,
} from "./format.ts";
import { EvaluatedValue, type JsonLike, type PlainValue } from "./plain-value.ts";

export type Converter = (value: PlainValue) => CelValue;

export class Values {
  readonly #library: CelLibrary;
  readonly #records: Dialect["records"];
  readonly #converters = new Map<string, Converter>();

  constructor(library: CelLibrary, dialect: Dialect) {
    this.#library = library;
    this.#records = dialect.records;
  }

  converter(type: CelType): Converter {
    const text = typeText(type);
    let converter = this.#converters.get(text);
    if (converter === undefined) {
      converter = this.#converterOf(type);
      this.#converters.set(text, converter);
    }
    return converter;
  }

  #converterOf(type: CelType): Converter {
    const { cel, protobuf, reflect, wellKnown } = this.#library;
    switch (type.kind) {
      case "int":
        return (value) => BigInt(value as number | bigint);
      case "uint":
        return (value) => cel.celUint(BigInt(value as number | bigint));
      case "timestamp":
        return (value) => {
          const message = protobuf.create(wellKnown.TimestampSchema, timePartsOf(value as Date));
          return reflect.reflect(wellKnown.TimestampSchema, message) as CelValue;
        };
      case "duration":
        return (value) => {
          const seconds = BigInt(Math.trunc(value as number));
          const message = protobuf.create(wellKnown.DurationSchema, { seconds });
          return reflect.reflect(wellKnown.DurationSchema, message) as CelValue;
        };
      case "list":
        return this.#listConverter(type.element);
      case "map":
        return this.#mapConverter(type.value);
      case "record":
        return this.#recordConverter(type.name);
      case "dyn":
        return (value) => this.#dynamic(value);
      default:
        return (value) => value as CelValue;
    }
  }

  /**
   * Converts a value of the evaluator to JSON: whole numbers as numbers, or as text when a double does not hold them;
   * bytes as Base64; points in time and durations as CEL writes them.
   */
  toJson(value: CelValue): JsonLike {
    const { cel } = this.#library;
    if (typeof value === "bigint") return wholeNumber(value);
    if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
    if (value === null || typeof value !== "object") return value;
    if (value instanceof Uint8Array) return toBase64(value);
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

  toText(value: CelValue): string | undefined {
    if (typeof value === "number") return formatDouble(value);
    const json = this.toJson(value);
    if (typeof json === "string") return json;
    return json === null || typeof json === "object" ? undefined : String(json);
  }

  #listConverter(element: CelType): Converter {
    const { celList } = this.#library.cel;
    if (isPlain(element)) return (value) => celList(value as readonly CelInput[]);
    const convert = this.converter(element);
    return (value) => celList((value as readonly PlainValue[]).map((item) => convert(item)));
  }

  #mapConverter(type: CelType): Converter {
    const { celMap } = this.#library.cel;
    const isReady = isPlain(type);
    const convert = this.converter(type);
    return (value) => {
      if (isReady && value instanceof Map) return celMap(value as Map<string, CelInput>);
      return celMap(new LazyMap(value as PlainEntries, () => convert));
    };
  }

  #recordConverter(name: string): Converter {
    const { celMap } = this.#library.cel;
    const fields = this.#records.get(name)?.fields ?? [];
    const converters = new Map(
      fields.map((field) => [field.name, this.converter(parseType(field.type))]),
    );
    const otherwise = this.converter(anything);
    return (value) =>
      celMap(new LazyMap(value as PlainEntries, (field) => converters.get(field) ?? otherwise));
  }

  #dynamic(value: PlainValue): CelValue {
    if (value === null || typeof value !== "object") return value as CelValue;
    if (value instanceof Date) return this.converter({ kind: "timestamp" })(value);
    if (value instanceof Uint8Array) return value as CelValue;
    if (value instanceof EvaluatedValue) return value.value as CelValue;
    const type = Array.isArray(value)
      ? ({ kind: "list", element: anything } as const)
      : ({ kind: "map", key: { kind: "string" }, value: anything } as const);
    return this.converter(type)(value);
  }

  #message({ desc, message }: { desc: { typeName: string }; message: unknown }): JsonLike {
    const parts = message as TimeParts;
    if (desc.typeName === "google.protobuf.Timestamp") return formatTimestamp(parts);
    if (desc.typeName === "google.protobuf.Duration") return formatDuration(parts);
    return desc.typeName;
  }
}

const anything: CelType = { kind: "dyn" };

function isPlain(type: CelType): boolean {
  if (type.kind === "list") return isPlain(type.element);
  return ["bool", "double", "string", "bytes", "null"].includes(type.kind);
}

function wholeNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

export function plainToJson(value: PlainValue): JsonLike {
  if (value instanceof Date) return formatDate(value);
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof EvaluatedValue) return value.json;
  if (Array.isArray(value)) return value.map(plainToJson);
  if (value instanceof Map) {
    const entries: ReadonlyMap<string, PlainValue> = value;
    return Object.fromEntries(Array.from(entries, ([key, item]) => [key, plainToJson(item)]));
  }
  if (typeof value === "bigint") return wholeNumber(value);
  if (value === null || typeof value !== "object") return value as JsonLike;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, plainToJson(item as PlainValue)]),
  );
}

type Key = bigint | string | boolean | CelUint;

type PlainEntries = ReadonlyMap<string, PlainValue> | { readonly [key: string]: PlainValue };

/** A map of plain values that converts each on access, because mostly only one is read. */
class LazyMap implements ReadonlyMap<Key, CelInput> {
  readonly #plain: PlainEntries;
  readonly #converterOf: (key: string) => Converter;

  constructor(plain: PlainEntries, converterOf: (key: string) => Converter) {
    this.#plain = plain;
    this.#converterOf = converterOf;
  }

  get size(): number {
    return this.#plain instanceof Map ? this.#plain.size : Object.keys(this.#plain).length;
  }

  get(key: Key): CelInput | undefined {
    if (typeof key !== "string") return undefined;
    const value = this.#value(key);
    return value === undefined ? undefined : this.#converterOf(key)(value);
  }

  has(key: Key): boolean {
    return typeof key === "string" && this.#value(key) !== undefined;
  }

  *keys(): MapIterator<string> {
    yield* this.#plain instanceof Map ? this.#plain.keys() : Object.keys(this.#plain);
  }

  *entries(): MapIterator<[string, CelInput]> {
    for (const key of this.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  *values(): MapIterator<CelInput> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  #value(key: string): PlainValue | undefined {
    if (this.#plain instanceof Map)
      return (this.#plain as ReadonlyMap<string, PlainValue>).get(key);
    const plain = this.#plain as { readonly [key: string]: PlainValue };
    return Object.hasOwn(plain, key) ? plain[key] : undefined;
  }

  forEach(callback: (value: CelInput, key: Key, map: ReadonlyMap<Key, CelInput>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }
}
