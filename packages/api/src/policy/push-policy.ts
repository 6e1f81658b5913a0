import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import {
  serialize,
  type JsonObject,
  type JsonValue,
  type PolicyDocument,
} from "@traffic-policy/policy-language";
import { notSent, UnexpectedResponse } from "../errors/service-error.ts";
import { makeOperation } from "../service/make-operation.ts";
import type { WriteOptions, OperationTemplate } from "../service/operation.ts";
import { routeTrafficPolicyOperations } from "../service/route-traffic-policy.ts";
import { tcpEdgeOperations } from "../service/tcp-edges.ts";
import { readModule, type ParsedPolicy, type StoredPolicy } from "./stored-policy.ts";
import type { Operations, Target } from "./target.ts";

/**
 * Writes a policy to a target, in the author's order, and returns what the service answers to have
 * stored. Nothing else of the target is changed.
 *
 * @throws InvalidRequest, and nothing is sent, for what is not a policy document
 * @throws ServiceError; its `effect` tells whether the policy can have been written anyway
 */
export async function pushPolicy(
  client: Operations,
  target: Target,
  { enabled, document }: ParsedPolicy,
  options: WriteOptions = {},
): Promise<StoredPolicy> {
  const operation =
    target.kind === "tcp-edge" ? tcpEdgeOperations.update : routeTrafficPolicyOperations.replace;
  const value = documentText(operation, document);
  return pushModule(client, target, { enabled, value }, options);
}

/** The same for a policy that is a text already. */
export async function pushModule(
  client: Operations,
  target: Target,
  { enabled, value }: TrafficPolicyModule,
  options: WriteOptions = {},
): Promise<StoredPolicy> {
  const input = { enabled, value };
  if (target.kind === "https-route") {
    const { edge, route } = target;
    return readModule(await client.httpsRoutes.trafficPolicy.replace(edge, route, input, options));
  }
  const { traffic_policy: module } = await client.tcpEdges.update(
    target.edge,
    { traffic_policy: input },
    options,
  );
  if (module !== null) return readModule(module);
  throw new UnexpectedResponse({
    operation: makeOperation(tcpEdgeOperations.update, target.edge),
    attempts: 1,
    field: "traffic_policy",
    message: "The response to the written policy has no policy.",
    effect: "possible",
  });
}

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
    const what = `the policy cannot be written as JSON: ${cause.message.replace(/\.$/, "")}`;
    throw notSent(operation, what, { help: "Change the policy, and try again.", cause });
  }
}

function hasToJson(policy: PolicyInput): policy is { readonly toJSON: () => JsonObject } {
  // In JavaScript it may be anything, which is refused where it is checked.
  return typeof (policy as { readonly toJSON?: unknown } | null)?.toJSON === "function";
}
