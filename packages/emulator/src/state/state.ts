import { Type, type Static, type TSchema } from "@sinclair/typebox";
import { trafficPolicyModuleSchema } from "@traffic-policy/policy-language/service";

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const storedEdgeSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  hostports: nullable(Type.Array(Type.String())),
  backend: nullable(Type.Object({ enabled: Type.Boolean(), backend_id: Type.String() })),
  ip_restriction: nullable(
    Type.Object({ enabled: Type.Boolean(), ip_policy_ids: Type.Array(Type.String()) }),
  ),
  traffic_policy: nullable(trafficPolicyModuleSchema),
});

const storedRoutePolicySchema = Type.Object({
  edge: Type.String(),
  route: Type.String(),
  traffic_policy: trafficPolicyModuleSchema,
});

/** Everything the emulator knows, as its data file holds it. */
export const stateSchema = Type.Object({
  version: Type.Literal(1),
  /** The number in the identifier that was given out last. */
  last_tcp_edge: Type.Integer({ minimum: 0 }),
  tcp_edges: Type.Array(storedEdgeSchema),
  https_routes: Type.Array(storedRoutePolicySchema),
});

/** A TCP edge without what follows from the rest, such as its URI. */
export type StoredEdge = Readonly<Static<typeof storedEdgeSchema>>;

/** The policy of one route. */
export type StoredRoutePolicy = Readonly<Static<typeof storedRoutePolicySchema>>;

/** Everything the emulator knows. A state never changes; a change makes a new one. */
export interface State {
  readonly version: 1;
  readonly last_tcp_edge: number;
  readonly tcp_edges: readonly StoredEdge[];
  readonly https_routes: readonly StoredRoutePolicy[];
}

/** The state of an emulator that was never used. */
export const emptyState: State = {
  version: 1,
  last_tcp_edge: 0,
  tcp_edges: [],
  https_routes: [],
};

/** A TCP edge with nothing but an identifier. */
export function newEdge(id: string): StoredEdge {
  return {
    id,
    created_at: new Date().toISOString(),
    hostports: null,
    backend: null,
    ip_restriction: null,
    traffic_policy: null,
  };
}
