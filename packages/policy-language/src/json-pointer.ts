import { childOf, type JsonValue } from "./json-value.ts";

/**
 * Joins keys and list indexes to a JSON Pointer (RFC 6901): `["inbound", 0]` is `/inbound/0`,
 * and no keys at all are the whole document, `""`.
 */
export function toPointer(keys: readonly (string | number)[]): string {
  let pointer = "";
  for (const key of keys) pointer += `/${typeof key === "number" ? key : escaped(key)}`;
  return pointer;
}

/**
 * Splits a JSON Pointer (RFC 6901) into its keys; list indexes stay text.
 *
 * @throws RangeError for a text that is none: all but the whole document, `""`, begin with a slash
 */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) {
    throw new RangeError(
      `${JSON.stringify(pointer)} is not a JSON Pointer: it does not begin with /.`,
    );
  }
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a JSON Pointer; undefined when there is none. */
export function valueAt(document: JsonValue, pointer: string): JsonValue | undefined {
  return valueAtKeys(document, fromPointer(pointer));
}

export function valueAtKeys(document: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of keys) value = value === undefined ? undefined : childOf(value, key);
  return value;
}

function escaped(key: string): string {
  // Nearly no key needs it.
  return key.includes("/") || key.includes("~")
    ? key.replaceAll("~", "~0").replaceAll("/", "~1")
    : key;
}
