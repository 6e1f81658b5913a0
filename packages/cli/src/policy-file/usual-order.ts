import {
  directionsDialect,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";

/**
 * A policy document with its keys in the order in which people write them: a service may store them
 * sorted. What there is no usual order of stays as it is.
 */
export function usualOrder(document: JsonObject): JsonObject {
  return reordered(document, directionsDialect.directions, (rules) =>
    eachOf(rules, usualRuleOrder),
  );
}

/** The same for a rule. */
export function usualRuleOrder(rule: JsonObject): JsonObject {
  return reordered(rule, ["name", "expressions", "actions"], (value, key) =>
    key === "actions" ? eachOf(value, usualActionOrder) : value,
  );
}

function usualActionOrder(action: JsonObject): JsonObject {
  return reordered(action, ["type", "config"], (value) => value);
}

function reordered(
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

function eachOf(value: JsonValue, change: (item: JsonObject) => JsonObject): JsonValue {
  if (!Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((item) => (isJsonObject(item) ? change(item) : item));
}
