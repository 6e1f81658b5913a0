import { Type, type Static } from "@sinclair/typebox";
import { nullable, trafficPolicyModuleSchema } from "@traffic-policy/policy-language/service";

/** A TCP edge without what follows from the rest, such as its URI. */
export const storedEdgeSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  /** Of the last change that its endpoints show. */
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

/** An endpoint of a hostport of a TCP edge. */
export const storedEdgeEndpointSchema = Type.Object({
  id: Type.String(),
  created_at: Type.String(),
  hostport: Type.String(),
  /** The identifier of the edge. */
  edge: Type.String(),
});

/** The policy of one route. */
export const storedRoutePolicySchema = Type.Object({
  edge: Type.String(),
  route: Type.String(),
  traffic_policy: trafficPolicyModuleSchema,
});

export type StoredEdge = Readonly<Static<typeof storedEdgeSchema>>;
export type StoredEdgeEndpoint = Readonly<Static<typeof storedEdgeEndpointSchema>>;
export type StoredRoutePolicy = Readonly<Static<typeof storedRoutePolicySchema>>;

/** An endpoint of a tunnel; never saved, because a tunnel ends with the emulator. */
interface TunnelEndpoint {
  readonly id: string;
  readonly created_at: string;
  readonly hostport: string;
  /** The identifier of the tunnel. */
  readonly tunnel: string;
  readonly proto: string;
  readonly public_url: string;
}

export type StoredEndpoint = StoredEdgeEndpoint | TunnelEndpoint;
