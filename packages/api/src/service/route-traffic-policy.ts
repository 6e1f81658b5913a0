import {
  trafficPolicyModuleSchema,
  type TrafficPolicyModule,
  type TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import type { Connection } from "../transport/connection.ts";
import { checkModuleInput } from "./check-input.ts";
import type {
  ChangeOptions,
  OperationTemplate,
  RequestOptions,
  WriteOptions,
} from "../operation.ts";

const path = "/edges/https/{edge_id}/routes/{id}/traffic_policy";

export const routeTrafficPolicyOperations = {
  replace: { name: "replace HTTPS route traffic policy", method: "PUT", path },
  get: { name: "get HTTPS route traffic policy", method: "GET", path },
  delete: { name: "delete HTTPS route traffic policy", method: "DELETE", path },
} as const satisfies Readonly<Record<string, OperationTemplate>>;

/**
 * The traffic policy module of routes of HTTPS edges. Every method throws a `ServiceError` when it does not succeed.
 */
export class RouteTrafficPolicy {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Sets the policy of a route, whether or not it had a policy. `enabled` is true by default.
   *
   * @throws InvalidRequest, and nothing is sent, for a value that is not a policy document
   */
  async replace(
    edgeId: string,
    routeId: string,
    input: TrafficPolicyModuleInput,
    options: WriteOptions = {},
  ): Promise<TrafficPolicyModule> {
    const { replace } = routeTrafficPolicyOperations;
    const operation = this.#connection.operation(replace, edgeId, routeId);
    checkModuleInput(operation, input, options);
    const expected = { status: 200, schema: trafficPolicyModuleSchema };
    return this.#connection.fetch(operation, expected, { ...options, body: input });
  }

  /** Gets the policy of a route. Throws `NotFound` also when the route has none. */
  async get(
    edgeId: string,
    routeId: string,
    options: RequestOptions = {},
  ): Promise<TrafficPolicyModule> {
    const { get } = routeTrafficPolicyOperations;
    const operation = this.#connection.operation(get, edgeId, routeId);
    const expected = { status: 200, schema: trafficPolicyModuleSchema };
    return this.#connection.fetch(operation, expected, options);
  }

  /**
   * Removes the policy of a route.
   *
   * @throws NotFound when there is none; its `effect` is `possible` when an earlier attempt without
   *   an answer may be what removed it
   */
  async delete(edgeId: string, routeId: string, options: ChangeOptions = {}): Promise<void> {
    const operation = this.#connection.operation(
      routeTrafficPolicyOperations.delete,
      edgeId,
      routeId,
    );
    return this.#connection.run(operation, { status: 204 }, options);
  }
}
