import type { Endpoint, TrafficPolicyModule } from "@traffic-policy/policy-language/service";
import { ReadOnlyEndpoint } from "../../service/read-only-endpoint.ts";
import { notSent, UnexpectedResponse } from "../../errors/service-error.ts";
import { endpointOperations } from "../../service/endpoints.ts";
import { makeOperation } from "../../make-operation.ts";
import { findPhasesDocumentFault } from "../../service/policy-value.ts";
import type { TargetOf } from "../target.ts";
import type { TargetKind } from "./kind.ts";

/**
 * The policy is a text of the endpoint itself, in JSON or YAML. It is always applied, and it cannot be removed,
 * because the service does not accept an empty text.
 */
export const cloudEndpoint: TargetKind<TargetOf<"cloud-endpoint">> = {
  name: "a cloud endpoint",
  hasSwitch: false,
  operations: { read: endpointOperations.get, write: endpointOperations.update },
  identifiers: ({ endpoint }) => [endpoint],
  findFault: findPhasesDocumentFault,
  read: async ({ endpoints }, { endpoint: id }, options) =>
    policyOfEndpoint(await endpoints.get(id, options)),
  write: async ({ endpoints }, { endpoint: id }, { enabled, value }, options) => {
    const operation = makeOperation(endpointOperations.update, id);
    if (!enabled) {
      throw notSent(operation, "the policy of a cloud endpoint cannot be disabled", {
        field: "enabled",
        help: "Omit it.",
      });
    }
    const { traffic_policy: stored } = await endpoints.update(
      id,
      { traffic_policy: value },
      options,
    );
    if (typeof stored === "string") return { enabled, value: stored };
    throw new UnexpectedResponse({
      operation,
      attempts: 1,
      field: "traffic_policy",
      message: "The response to the written policy has no policy.",
      effect: "possible",
    });
  },
  remove: undefined,
};

/**
 * Returns the policy of a cloud endpoint, if it holds one.
 *
 * @throws ReadOnlyEndpoint for an endpoint of another type
 */
export function policyOfEndpoint(endpoint: Endpoint): TrafficPolicyModule | undefined {
  if (endpoint.type !== "cloud") throw new ReadOnlyEndpoint(endpoint);
  const value = endpoint.traffic_policy ?? "";
  return value === "" ? undefined : { enabled: true, value };
}
