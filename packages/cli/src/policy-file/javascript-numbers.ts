import {
  compare,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";

/**
 * A document with numbers of JavaScript in the place of those that kept their digits, where JavaScript
 * writes a number of the same value: `1e21`, but not `12345678901234567890`.
 */
export function withJavaScriptNumbers(document: JsonObject): JsonObject {
  const result = Object.create(null) as Record<string, JsonValue>;
  for (const [key, value] of Object.entries(document)) result[key] = converted(value);
  return result;
}

function converted(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(converted);
  if (isJsonObject(value)) return withJavaScriptNumbers(value);
  const number = Number(String(value));
  return Number.isFinite(number) && compare(number, value).state === "identical" ? number : value;
}
