import type { TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { UnexpectedResponse } from "../errors/unexpected-response.ts";
import { makeOperation } from "../service/make-operation.ts";
import type { WriteOptions } from "../service/operation.ts";
import { routeTrafficPolicyOperations } from "../service/route-traffic-policy.ts";
import { tcpEdgeOperations } from "../service/tcp-edges.ts";
import type { ParsedPolicy } from "./parsed-policy.ts";
import type { Operations } from "./operations.ts";
import { documentText } from "./policy-input.ts";
import { readModule, type StoredPolicy } from "./stored-policy.ts";
import type { Target } from "./target.ts";

/**
 * Writes a policy to a target, in the author's order, and returns what the service answers to have
 * stored. Nothing else of the target is changed.
 *
 * @throws InvalidRequest, and nothing is sent, for what is not a policy document
 * @throws ServiceError; its `effect` tells whether the policy can have been written all the same
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
    message: "The service answered the written policy with none.",
    effect: "possible",
  });
}
