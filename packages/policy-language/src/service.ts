import { Type, type TNull, type TSchema, type TUnion, type Static } from "@sinclair/typebox";

/** Bounds that the service's description gives. */
export const limits = {
  /** Bytes of the `description` of an edge or a cloud endpoint. */
  descriptionBytes: 255,
  /** Bytes of the `metadata` of an edge or a cloud endpoint. */
  metadataBytes: 4096,
} as const;

/** Creates the schema of a value that may also be null. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** How the service names another resource. */
export const refSchema = Type.Object({
  id: Type.String(),
  uri: Type.String({ description: "The URI of the resource." }),
});

export type Ref = Static<typeof refSchema>;

/** The fields that every list has beside its items. */
export const listFields = {
  uri: Type.String({ description: "The URI of the list." }),
  next_page_uri: Type.Union([Type.String(), Type.Null()], {
    description: "The URI of the next page; null if there is none.",
  }),
};

/** The module that holds a policy, in answers: `value` is the policy document as JSON text. */
export const trafficPolicyModuleSchema = Type.Object({
  enabled: Type.Boolean({ description: "Whether the policy is applied to traffic." }),
  value: Type.String({ description: "The policy document as JSON text." }),
});

/** The same in requests, where `enabled` may be left out and is then true. */
export const trafficPolicyModuleInputSchema = Type.Object({
  enabled: Type.Optional(Type.Boolean({ default: true })),
  value: Type.String(),
});

export type TrafficPolicyModule = Static<typeof trafficPolicyModuleSchema>;
export type TrafficPolicyModuleInput = Static<typeof trafficPolicyModuleInputSchema>;

/** A TCP edge as the service answers it. */
export const tcpEdgeSchema = Type.Object({
  id: Type.String(),
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  created_at: Type.String({ description: "RFC 3339." }),
  uri: Type.String(),
  hostports: nullable(Type.Array(Type.String())),
  backend: nullable(Type.Object({ enabled: Type.Boolean(), backend: refSchema })),
  ip_restriction: nullable(
    Type.Object({
      enabled: Type.Boolean(),
      // Described as a list and typed as one object: both are taken.
      ip_policies: Type.Union([refSchema, Type.Array(refSchema)]),
    }),
  ),
  traffic_policy: nullable(trafficPolicyModuleSchema),
  // Null in the answers that the description shows; its type and meaning are not documented.
  policy: Type.Optional(Type.Unknown()),
});

/** One page of the list of TCP edges. */
export const tcpEdgeListSchema = Type.Object({
  tcp_edges: Type.Array(tcpEdgeSchema),
  ...listFields,
});

/** The input that creates or updates a TCP edge; an update changes only the modules that are present. */
export const tcpEdgeInputSchema = Type.Object({
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  hostports: Type.Optional(Type.Array(Type.String())),
  backend: Type.Optional(
    Type.Object({
      enabled: Type.Optional(Type.Boolean({ default: true })),
      backend_id: Type.String(),
    }),
  ),
  ip_restriction: Type.Optional(
    Type.Object({
      enabled: Type.Optional(Type.Boolean({ default: true })),
      ip_policy_ids: Type.Array(Type.String()),
    }),
  ),
  traffic_policy: Type.Optional(trafficPolicyModuleInputSchema),
});

export type TcpEdge = Static<typeof tcpEdgeSchema>;
export type TcpEdgeList = Static<typeof tcpEdgeListSchema>;
export type TcpEdgeInput = Static<typeof tcpEdgeInputSchema>;

/** An active endpoint as the service answers it. */
export const endpointSchema = Type.Object({
  id: Type.String(),
  region: Type.String(),
  created_at: Type.String({ description: "RFC 3339." }),
  updated_at: Type.String({ description: "RFC 3339." }),
  public_url: Type.String(),
  // Described as one of four and one of two. A word that comes later is taken too: one endpoint of a
  // new kind must not make the list of all others unreadable.
  proto: Type.String({ description: "`http`, `https`, `tcp` or `tls`." }),
  hostport: Type.String(),
  type: Type.String({ description: "`ephemeral` (also `agent`), `edge` or `cloud`." }),
  // What does not apply to an endpoint is left out; the description shows this of references, and
  // nothing of endpoints whose tunnel or edge has no metadata.
  metadata: Type.Optional(Type.String()),
  // From here to the policy: in the answers of versions that have cloud endpoints.
  name: Type.Optional(nullable(Type.String())),
  description: Type.Optional(nullable(Type.String())),
  uri: Type.Optional(nullable(Type.String())),
  url: Type.Optional(nullable(Type.String())),
  scheme: Type.Optional(nullable(Type.String())),
  bindings: Type.Optional(nullable(Type.Array(Type.String()))),
  pooling_enabled: Type.Optional(nullable(Type.Boolean())),
  traffic_policy: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "The policy document as a text of JSON or YAML.",
    }),
  ),
  domain: Type.Optional(refSchema),
  tcp_addr: Type.Optional(refSchema),
  tunnel: Type.Optional(refSchema),
  edge: Type.Optional(refSchema),
});

/** One page of the list of endpoints. */
export const endpointListSchema = Type.Object({
  endpoints: Type.Array(endpointSchema),
  ...listFields,
});

/** The input that changes only the policy of a cloud endpoint. */
export const endpointPolicyInputSchema = Type.Object(
  {
    traffic_policy: Type.String({ description: "The policy document as a text of JSON or YAML." }),
  },
  { additionalProperties: false },
);

const cloudEndpointFields = {
  url: Type.Optional(Type.String({ description: "Its scheme and host, and its port if unusual." })),
  traffic_policy: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  bindings: Type.Optional(
    Type.Array(Type.String({ enum: ["public", "internal", "kubernetes"] }), { maxItems: 1 }),
  ),
  pooling_enabled: Type.Optional(Type.Boolean({ default: false })),
};

/** The input that creates a cloud endpoint. */
export const cloudEndpointInputSchema = Type.Object({
  type: Type.Optional(Type.Literal("cloud", { default: "cloud" })),
  ...cloudEndpointFields,
});

/** The input that updates a cloud endpoint. Only fields that are present are changed; at least one is required. */
export const cloudEndpointUpdateSchema = Type.Object(cloudEndpointFields);

export type EndpointPolicyInput = Static<typeof endpointPolicyInputSchema>;
export type CloudEndpointInput = Static<typeof cloudEndpointInputSchema>;
export type CloudEndpointUpdate = Static<typeof cloudEndpointUpdateSchema>;
export type Endpoint = Static<typeof endpointSchema>;
export type EndpointList = Static<typeof endpointListSchema>;
