import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import {
  serialize,
  type JsonObject,
  type JsonValue,
  type PhasesDocument,
  type PolicyDocument,
} from "@traffic-policy/policy-language";
import { notSent } from "../errors/service-error.ts";
import type { WriteOptions, OperationTemplate } from "../operation.ts";
import { kindOf } from "./kinds/index.ts";
import { readModule, type ParsedPolicy, type StoredPolicy } from "./stored-policy.ts";
import type { Operations, Target } from "./target.ts";

/**
 * Writes a policy to a target, in the author's order, and returns the policy that the service reports as stored.
 * Nothing else of the target changes.
 *
 * @throws InvalidRequest, and nothing is sent, for a value that is not a policy document
 * @throws ServiceError; its `effect` tells whether the policy can have been written anyway
 */
export async function pushPolicy(
  client: Operations,
  target: Target,
  { enabled, document }: ParsedPolicy,
  options: WriteOptions = {},
): Promise<StoredPolicy> {
  const value = documentText(kindOf(target).operations.write, document);
  return pushModule(client, target, { enabled, value }, options);
}

export async function pushModule(
  client: Operations,
  target: Target,
  module: TrafficPolicyModule,
  options: WriteOptions = {},
): Promise<StoredPolicy> {
  return readModule(await kindOf(target).write(client, target, module, options));
}

/**
 * Decides whether a policy is to be applied, from the caller's input; true by default.
 *
 * @param operation - the operation that errors name
 * @throws InvalidRequest when `enabled` is given for a target whose policy is always applied
 */
export function enabledFor(
  target: Target,
  operation: OperationTemplate,
  enabled: boolean | undefined,
): boolean {
  const { name, hasSwitch } = kindOf(target);
  if (hasSwitch || enabled === undefined) return enabled ?? true;
  const what = `the policy of ${name} has no "enabled"`;
  throw notSent(operation, what, { field: "enabled", help: "Omit it." });
}

export type PolicyInput =
  | JsonObject
  | PolicyDocument
  | PhasesDocument
  | { readonly toJSON: () => JsonObject | PolicyDocument | PhasesDocument };

export function toDocument(policy: PolicyInput): JsonValue {
  const document = hasToJson(policy) ? policy.toJSON() : policy;
  return document as JsonValue;
}

/**
 * Serializes a policy document, in the author's order.
 *
 * @param operation - named in errors
 * @throws InvalidRequest for values that JSON cannot hold
 */
export function documentText(operation: OperationTemplate, document: JsonValue): string {
  try {
    return serialize(document);
  } catch (cause) {
    if (!(cause instanceof RangeError || cause instanceof TypeError)) throw cause;
    const what = `the policy cannot be written as JSON: ${cause.message.replace(/\.$/, "")}`;
    throw notSent(operation, what, { help: "Change the policy, and try again.", cause });
  }
}

function hasToJson(policy: PolicyInput): policy is { readonly toJSON: () => JsonObject } {
  // In JavaScript it may be anything, which is refused where it is checked.
  return typeof (policy as { readonly toJSON?: unknown } | null)?.toJSON === "function";
}
