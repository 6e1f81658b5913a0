import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";

/** A rule with its keys in the usual order for people; others stay in place. */
export function usualRuleOrder(rule: JsonObject): JsonObject {
  return reordered(rule, ["name", "expressions", "actions"], (value, key) =>
    key === "actions" ? eachOf(value, usualActionOrder) : value,
  );
}

function usualActionOrder(action: JsonObject): JsonObject {
  return reordered(action, ["type", "config"], (value) => value);
}

/**
 * An object with some keys first.
 *
 * @param inside - changes what they hold
 */
export function reordered(
  object: JsonObject,
  first: readonly string[],
  inside: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  const result = Object.create(null) as Record<string, JsonValue>;
  for (const key of new Set([...first, ...Object.keys(object)])) {
    const value = object[key];
    if (value !== undefined) result[key] = inside(value, key);
  }
  return result;
}

/** A list with its objects changed; any other value as it is. */
export function eachOf(value: JsonValue, change: (item: JsonObject) => JsonObject): JsonValue {
  if (!Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((item) => (isJsonObject(item) ? change(item) : item));
}
