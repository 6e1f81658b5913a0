import type { Dialect } from "../../catalogue/dialect.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json-value.ts";
import { isList, jsonEqual } from "./json-equal.ts";

/**
 * Leaves out of a policy document what makes no difference to its behaviour: a direction without
 * rules, an empty list of expressions, an empty config, a config field that says the default.
 * Rules and actions keep their indexes. For comparing only; nothing normalized is ever pushed.
 */
export function normalize(document: JsonObject, dialect: Dialect): JsonObject {
  return mapMembers(document, (key, value) => {
    if (!dialect.directions.includes(key)) return value;
    if (isEmptyList(value)) return undefined;
    return isList(value) ? value.map((rule) => normalizeRule(rule, dialect)) : value;
  });
}

function normalizeRule(rule: JsonValue, dialect: Dialect): JsonValue {
  if (!isJsonObject(rule)) return rule;
  return mapMembers(rule, (key, value) => {
    if (key === "expressions" && isEmptyList(value)) return undefined;
    if (key === "actions" && isList(value)) {
      return value.map((action) => normalizeAction(action, dialect));
    }
    return value;
  });
}

function normalizeAction(action: JsonValue, dialect: Dialect): JsonValue {
  if (!isJsonObject(action)) return action;
  const { type } = action;
  const fields =
    typeof type === "string" ? dialect.actions.get(type)?.config.properties : undefined;
  return mapMembers(action, (key, value) => {
    if (key !== "config") return value;
    const config = isJsonObject(value)
      ? mapMembers(value, (field, setting) => {
          const fallback: unknown = Object.hasOwn(fields ?? {}, field)
            ? fields?.[field]?.default
            : undefined;
          return fallback !== undefined && jsonEqual(setting, fallback as JsonValue)
            ? undefined
            : setting;
        })
      : value;
    return isEmptyConfig(config) ? undefined : config;
  });
}

function isEmptyList(value: JsonValue): boolean {
  return value === null || (isList(value) && value.length === 0);
}

function isEmptyConfig(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function mapMembers(
  object: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue | undefined,
): JsonObject {
  const result = Object.create(null) as Record<string, JsonValue>;
  for (const [key, value] of Object.entries(object)) {
    const changed = change(key, value);
    if (changed !== undefined) result[key] = changed;
  }
  return result;
}
