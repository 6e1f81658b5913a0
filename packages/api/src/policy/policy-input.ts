import type { JsonObject, JsonValue, PolicyDocument } from "@traffic-policy/policy-language";

/** A policy document, or what becomes one, such as a policy of the builder. */
export type PolicyInput =
  JsonObject | PolicyDocument | { readonly toJSON: () => JsonObject | PolicyDocument };

/** The policy document of what a caller gives as a policy. */
export function toDocument(policy: PolicyInput): JsonValue {
  const document = hasToJson(policy) ? policy.toJSON() : policy;
  return document as JsonValue;
}

function hasToJson(policy: object): policy is { readonly toJSON: () => unknown } {
  return "toJSON" in policy && typeof policy.toJSON === "function";
}
