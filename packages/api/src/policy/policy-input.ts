import {
  serialize,
  type JsonObject,
  type JsonValue,
  type PolicyDocument,
} from "@traffic-policy/policy-language";
import { InvalidRequest } from "../errors/refusals.ts";
import type { OperationTemplate } from "../service/operation.ts";

/** A policy document, or what becomes one, such as a policy of the builder. */
export type PolicyInput =
  JsonObject | PolicyDocument | { readonly toJSON: () => JsonObject | PolicyDocument };

/** The policy document of what a caller gives as a policy. */
export function toDocument(policy: PolicyInput): JsonValue {
  const document = hasToJson(policy) ? policy.toJSON() : policy;
  return document as JsonValue;
}

/**
 * The text of a policy document, in the author's order.
 *
 * @param operation - what it is given for
 * @throws InvalidRequest for what JSON cannot hold
 */
export function documentText(operation: OperationTemplate, document: JsonValue): string {
  try {
    return serialize(document);
  } catch (cause) {
    if (!(cause instanceof RangeError || cause instanceof TypeError)) throw cause;
    throw new InvalidRequest({
      operation,
      message: `The request to ${operation.name} was not sent: the policy cannot be written as JSON: ${cause.message}`,
      help: "Change the policy, and try again.",
      effect: "none",
      cause,
    });
  }
}

function hasToJson(policy: PolicyInput): policy is { readonly toJSON: () => JsonObject } {
  // In JavaScript it may be anything, which is refused where it is checked.
  return typeof (policy as { readonly toJSON?: unknown } | null)?.toJSON === "function";
}
