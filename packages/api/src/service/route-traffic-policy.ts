import {
  trafficPolicyModuleSchema,
  type TrafficPolicyModule,
  type TrafficPolicyModuleInput,
} from "@traffic-policy/policy-language/service";
import type { Connection } from "../transport/connection.ts";
import { checkModuleInput } from "./check-input.ts";
import { makeOperation } from "./make-operation.ts";
import type { Operation, RequestOptions } from "./operation.ts";

const path = "/edges/https/{}/routes/{}/traffic_policy";

/** The operations on the policy of a route, as the service's description lists them. */
export const routeTrafficPolicyOperations = {
  replace: (edge: string, route: string): Operation =>
    makeOperation("replace HTTPS route traffic policy", "PUT", path, edge, route),
  get: (edge: string, route: string): Operation =>
    makeOperation("get HTTPS route traffic policy", "GET", path, edge, route),
  delete: (edge: string, route: string): Operation =>
    makeOperation("delete HTTPS route traffic policy", "DELETE", path, edge, route),
} as const;

/**
 * The traffic policy module of routes of HTTPS edges. Every method throws a `ServiceError` when it
 * does not succeed.
 */
export class RouteTrafficPolicy {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Sets the policy of a route, whether it had one or not. */
  async replace(
    edgeId: string,
    routeId: string,
    input: TrafficPolicyModuleInput,
    { signal }: RequestOptions = {},
  ): Promise<TrafficPolicyModule> {
    const replace = routeTrafficPolicyOperations.replace(edgeId, routeId);
    checkModuleInput(replace, input);
    const expected = { status: 200, schema: trafficPolicyModuleSchema };
    return this.#connection.fetch(replace, expected, { signal, body: input });
  }

  /** Gets the policy of a route; `NotFound` also when the route has none. */
  async get(
    edgeId: string,
    routeId: string,
    { signal }: RequestOptions = {},
  ): Promise<TrafficPolicyModule> {
    const get = routeTrafficPolicyOperations.get(edgeId, routeId);
    const expected = { status: 200, schema: trafficPolicyModuleSchema };
    return this.#connection.fetch(get, expected, { signal });
  }

  /** Removes the policy of a route. */
  async delete(edgeId: string, routeId: string, { signal }: RequestOptions = {}): Promise<void> {
    const remove = routeTrafficPolicyOperations.delete(edgeId, routeId);
    return this.#connection.run(remove, { status: 204 }, { signal });
  }
}
