import { type Static, Type } from "@sinclair/typebox";
import { nullable, trafficPolicyModuleSchema } from "@traffic-policy/policy-language/service";
import { Collection } from "./collection.ts";

/** A TCP edge without derived fields such as its URI. */
export const storedEdgeSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  /** The time of the last change that is visible in its endpoints. */
  updated_at: Type.String(),
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  hostports: nullable(Type.Array(Type.String())),
  backend: nullable(Type.Object({ enabled: Type.Boolean(), backend_id: Type.String() })),
  ip_restriction: nullable(
    Type.Object({ enabled: Type.Boolean(), ip_policy_ids: Type.Array(Type.String()) }),
  ),
  traffic_policy: nullable(trafficPolicyModuleSchema),
});

export const storedEdgeEndpointSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  hostport: Type.String(),
  edge: Type.String(),
});

/** A cloud endpoint without the fields derived from its URL. */
export const storedCloudEndpointSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  url: Type.String(),
  description: Type.String(),
  metadata: Type.String(),
  bindings: Type.Array(Type.String()),
  pooling_enabled: Type.Boolean(),
  /** The policy text as sent; empty only in an endpoint that exists from the start. */
  traffic_policy: Type.String(),
});

export const storedRoutePolicySchema = Type.Object({
  edge: Type.String(),
  route: Type.String(),
  traffic_policy: trafficPolicyModuleSchema,
});

export type StoredEdge = Readonly<Static<typeof storedEdgeSchema>>;
export type StoredEdgeEndpoint = Readonly<Static<typeof storedEdgeEndpointSchema>>;
export type StoredCloudEndpoint = Readonly<Static<typeof storedCloudEndpointSchema>>;
export type StoredRoutePolicy = Readonly<Static<typeof storedRoutePolicySchema>>;

/** An endpoint of a tunnel. It is never saved, because a tunnel ends with the emulator. */
interface TunnelEndpoint {
  readonly id: string;
  readonly created_at: string;
  readonly hostport: string;
  readonly tunnel: string;
  readonly proto: string;
  readonly public_url: string;
}

export type StoredEndpoint = StoredEdgeEndpoint | TunnelEndpoint | StoredCloudEndpoint;

/** The state of the emulator. Records are immutable; a change replaces them with new records. */
export class State {
  lastTcpEdge = 0;
  lastEndpoint = 0;
  tcpEdges = new Collection<StoredEdge>();
  endpoints = new Collection<StoredEndpoint>();
  /** Keyed by `routeKey`. */
  routePolicies = new Map<string, StoredRoutePolicy>();

  /** Copies the state. Later changes to either copy do not affect the other. */
  copy(): State {
    const copy = new State();
    copy.lastTcpEdge = this.lastTcpEdge;
    copy.lastEndpoint = this.lastEndpoint;
    copy.tcpEdges = this.tcpEdges.copy();
    copy.endpoints = this.endpoints.copy();
    copy.routePolicies = new Map(this.routePolicies);
    return copy;
  }
}

export function routeKey({ edge, route }: { edge: string; route: string }): string {
  return JSON.stringify([edge, route]);
}

/** Returns an identifier for a new endpoint; identifiers are never reused. */
export function newEndpointId(state: State): string {
  do state.lastEndpoint += 1;
  while (state.endpoints.get(`ep_${state.lastEndpoint}`) !== undefined);
  return `ep_${state.lastEndpoint}`;
}

export function isCloudEndpoint(endpoint: StoredEndpoint): endpoint is StoredCloudEndpoint {
  return "url" in endpoint;
}

export function newCloudEndpoint(id: string, number: number): StoredCloudEndpoint {
  const now = new Date().toISOString();
  return {
    id,
    created_at: now,
    updated_at: now,
    url: `https://cloud-${number}.example`,
    description: "",
    metadata: "",
    bindings: ["public"],
    pooling_enabled: false,
    traffic_policy: "",
  };
}

export function newEdge(id: string): StoredEdge {
  const now = new Date().toISOString();
  return {
    id,
    created_at: now,
    updated_at: now,
    hostports: null,
    backend: null,
    ip_restriction: null,
    traffic_policy: null,
  };
}
