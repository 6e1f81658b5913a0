/** The operations, as faults and the record of requests name them. */
export const operationNames = [
  "POST /edges/tcp",
  "GET /edges/tcp",
  "GET /edges/tcp/{id}",
  "PATCH /edges/tcp/{id}",
  "DELETE /edges/tcp/{id}",
  "GET /endpoints",
  "GET /endpoints/{id}",
  "POST /endpoints",
  "PATCH /endpoints/{id}",
  "DELETE /endpoints/{id}",
  "PUT /edges/https/{edge_id}/routes/{id}/traffic_policy",
  "GET /edges/https/{edge_id}/routes/{id}/traffic_policy",
  "DELETE /edges/https/{edge_id}/routes/{id}/traffic_policy",
] as const;

export type OperationName = (typeof operationNames)[number];

/**
 * The name of an operation.
 *
 * @param route - its path with parameters as Fastify writes them; nothing when no route fits
 */
export function operationName(
  method: string,
  route: string | undefined,
): OperationName | undefined {
  const name = `${method} ${route?.replaceAll(/:(\w+)/g, "{$1}")}`;
  return operationNames.find((one) => one === name);
}
