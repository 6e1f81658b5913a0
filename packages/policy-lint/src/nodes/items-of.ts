import type { JsonValue } from "@traffic-policy/policy-language";

/** The items of a list with their index; none for what is not a list. */
export function itemsOf(value: JsonValue | undefined): (readonly [number, JsonValue])[] {
  return Array.isArray(value) ? [...(value as readonly JsonValue[]).entries()] : [];
}
