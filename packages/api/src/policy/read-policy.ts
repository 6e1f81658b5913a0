import { NotFound } from "../errors/refusals.ts";
import type { RequestOptions } from "../service/operation.ts";
import type { Operations } from "./operations.ts";
import { readModule, type StoredPolicy } from "./stored-policy.ts";
import type { Target } from "./target.ts";

/**
 * Reads what the service holds for a target, policy or not; nothing when it holds nothing there.
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
    return module === null ? undefined : readModule(module);
  }
  const { edge, route } = target;
  try {
    return readModule(await client.httpsRoutes.trafficPolicy.get(edge, route, options));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
