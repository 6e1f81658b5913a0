import type { Endpoint } from "@traffic-policy/policy-language/service";
import { checkedConcurrency } from "../configuration/settings.ts";
import { inParallel } from "./in-parallel.ts";
import type { ReadEachOptions } from "./read-policies.ts";
import type { Operations } from "./target.ts";

/**
 * Reads all endpoints of the account, with the policies of cloud endpoints: a list may leave them out, which an
 * endpoint by itself has.
 *
 * @throws InvalidConfiguration for an invalid `concurrency`
 * @throws ServiceError when one of them cannot be read
 */
export async function readEndpoints(
  { endpoints: operations }: Pick<Operations, "endpoints">,
  { concurrency, ...options }: ReadEachOptions = {},
): Promise<readonly Endpoint[]> {
  const most = checkedConcurrency(concurrency);
  const endpoints: Endpoint[] = [];
  for await (const endpoint of operations.list(options)) endpoints.push(endpoint);
  const isIncomplete = ({ type, traffic_policy: policy }: Endpoint): boolean =>
    type === "cloud" && (policy ?? "").trim() === "";
  const left = [...endpoints.entries()].filter(([, endpoint]) => isIncomplete(endpoint));
  await inParallel(left, most, async ([index, { id }]) => {
    endpoints[index] = await operations.get(id, options);
  });
  return endpoints;
}
