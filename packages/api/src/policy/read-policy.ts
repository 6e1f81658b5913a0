import { NotFound } from "../errors/refusals.ts";
import { makeOperation } from "../service/make-operation.ts";
import type { RequestOptions } from "../service/operation.ts";
import { routeTrafficPolicyOperations } from "../service/route-traffic-policy.ts";
import { tcpEdgeOperations } from "../service/tcp-edges.ts";
import type { Operations } from "./operations.ts";
import { toStoredPolicy, type StoredPolicy } from "./stored-policy.ts";
import type { Target } from "./target.ts";

/**
 * Reads what the service holds for a target; nothing when it holds no policy there.
 *
 * @throws ServiceError; `NotFound` when there is no such TCP edge. Of a route the service does not
 *   tell whether only the policy is missing, so there it is never `NotFound`.
 */
export async function readPolicy(
  client: Operations,
  target: Target,
  options: RequestOptions = {},
): Promise<StoredPolicy | undefined> {
  if (target.kind === "tcp-edge") {
    const { traffic_policy: module } = await client.tcpEdges.get(target.edge, options);
    if (module === null) return undefined;
    const get = makeOperation(tcpEdgeOperations.get, target.edge);
    return toStoredPolicy(get, module, "traffic_policy.value");
  }
  const { edge, route } = target;
  try {
    const module = await client.httpsRoutes.trafficPolicy.get(edge, route, options);
    const get = makeOperation(routeTrafficPolicyOperations.get, edge, route);
    return toStoredPolicy(get, module, "value");
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
