import { fromPointer, isJsonObject, type JsonValue } from "@traffic-policy/policy-language";

/** The value at a JSON Pointer; undefined when there is none. */
export function valueAt(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of fromPointer(pointer)) {
    if (Array.isArray(value)) value = (value as readonly JsonValue[])[Number(key)];
    else value = isJsonObject(value) ? value[key] : undefined;
  }
  return value;
}
