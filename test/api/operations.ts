import type { Client } from "@traffic-policy/api";
import type { Service } from "./server.ts";

/** How a repeated request acts: it only reads, it makes the same again, or it makes one more. */
type Repeating = "reads" | "same" | "more";

/** One of the ten operations, done with what {@link fill} stores. */
export interface NamedOperation {
  readonly name: string;
  readonly repeating: Repeating;
  readonly deletes?: true;
  readonly run: (client: Client, options?: { signal?: AbortSignal }) => Promise<unknown>;
}

const value = '{"inbound":[]}';

/** All ten operations. */
export const operations: readonly NamedOperation[] = [
  {
    name: "create edge",
    repeating: "more",
    run: (client, options) => client.tcpEdges.create({ description: "new" }, options),
  },
  {
    name: "get edge",
    repeating: "reads",
    run: (client, options) => client.tcpEdges.get("edge_a", options),
  },
  {
    name: "list edges",
    repeating: "reads",
    run: (client, options) => allOf(client.tcpEdges.list(options)),
  },
  {
    name: "update edge",
    repeating: "same",
    run: (client, options) => client.tcpEdges.update("edge_a", { description: "new" }, options),
  },
  {
    name: "delete edge",
    repeating: "same",
    deletes: true,
    run: (client, options) => client.tcpEdges.delete("edge_a", options),
  },
  {
    name: "list endpoints",
    repeating: "reads",
    run: (client, options) => allOf(client.endpoints.list(options)),
  },
  {
    name: "get endpoint",
    repeating: "reads",
    run: (client, options) => client.endpoints.get("endpoint_a", options),
  },
  {
    name: "replace policy",
    repeating: "same",
    run: (client, options) =>
      client.httpsRoutes.trafficPolicy.replace("edge_b", "route_a", { value }, options),
  },
  {
    name: "get policy",
    repeating: "reads",
    run: (client, options) => client.httpsRoutes.trafficPolicy.get("edge_b", "route_a", options),
  },
  {
    name: "delete policy",
    repeating: "same",
    deletes: true,
    run: (client, options) => client.httpsRoutes.trafficPolicy.delete("edge_b", "route_a", options),
  },
];

/** The items of a list. */
export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Stores what the operations are about. */
export function fill(service: Service): void {
  service.addEdges({ id: "edge_a" });
  service.addEndpoints("endpoint_a");
  service.addRoute("edge_b", "route_a", { enabled: false, value: "{}" });
}
