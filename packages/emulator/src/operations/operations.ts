import {
  cloudEndpointInputSchema,
  cloudEndpointUpdateSchema,
  tcpEdgeInputSchema,
  trafficPolicyModuleInputSchema,
} from "@traffic-policy/policy-language/service";
import {
  createCloudEndpoint,
  deleteCloudEndpoint,
  updateCloudEndpoint,
} from "./cloud-endpoints.ts";
import { getEndpoint, listEndpoints } from "./endpoints.ts";
import { taking, type Identifiers, type Operation } from "./operation.ts";
import { deleteRoutePolicy, getRoutePolicy, replaceRoutePolicy } from "./route-traffic-policy.ts";
import {
  createTcpEdge,
  deleteTcpEdge,
  getTcpEdge,
  listTcpEdges,
  updateTcpEdge,
} from "./tcp-edges.ts";

const operations = {
  "POST /edges/tcp": taking(tcpEdgeInputSchema, { status: 201, run: createTcpEdge }),
  "GET /edges/tcp": { status: 200, run: listTcpEdges },
  "GET /edges/tcp/{id}": { status: 200, run: getTcpEdge },
  "PATCH /edges/tcp/{id}": taking(tcpEdgeInputSchema, { status: 200, run: updateTcpEdge }),
  "DELETE /edges/tcp/{id}": { status: 204, run: deleteTcpEdge },
  "GET /endpoints": { status: 200, run: listEndpoints },
  "GET /endpoints/{id}": { status: 200, run: getEndpoint },
  "POST /endpoints": taking(cloudEndpointInputSchema, {
    status: 201,
    isOfCloud: true,
    run: createCloudEndpoint,
  }),
  "PATCH /endpoints/{id}": taking(cloudEndpointUpdateSchema, {
    status: 200,
    isOfCloud: true,
    run: updateCloudEndpoint,
  }),
  "DELETE /endpoints/{id}": { status: 204, isOfCloud: true, run: deleteCloudEndpoint },
  "PUT /edges/https/{edge_id}/routes/{id}/traffic_policy": taking(trafficPolicyModuleInputSchema, {
    status: 200,
    run: replaceRoutePolicy,
  }),
  "GET /edges/https/{edge_id}/routes/{id}/traffic_policy": { status: 200, run: getRoutePolicy },
  "DELETE /edges/https/{edge_id}/routes/{id}/traffic_policy": {
    status: 204,
    run: deleteRoutePolicy,
  },
} satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as OperationName[];

/** The operation that the method and the path of a request stand for. */
export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly ids: Identifiers;
}

const patterns = operationNames.map((name) => {
  const [method, path = ""] = name.split(" ");
  const pattern = path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { name, method, pattern: new RegExp(`^${pattern}$`) };
});

/**
 * Finds the operation of a request.
 *
 * @param path - correctly percent-encoded
 * @returns undefined when no operation matches
 */
export function findRoute(method?: string, path?: string): Route | undefined {
  if (path === undefined) return undefined;
  for (const { name, method: own, pattern } of patterns) {
    const match = own === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const { id = "", edge_id = "" } = match.groups ?? {};
    const ids = { id: decodeURIComponent(id), edge_id: decodeURIComponent(edge_id) };
    return { name, operation: operations[name], ids };
  }
  return undefined;
}
