import { Type, type Static } from "@sinclair/typebox";
import { listFields } from "./list.ts";
import { nullable } from "./nullable.ts";
import { refSchema } from "./ref.ts";
import {
  trafficPolicyModuleInputSchema,
  trafficPolicyModuleSchema,
} from "./traffic-policy-module.ts";

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
  // Null in the answers that the description shows; its type and meaning are not told.
  policy: Type.Optional(Type.Unknown()),
});

/** One page of the list of TCP edges. */
export const tcpEdgeListSchema = Type.Object({
  tcp_edges: Type.Array(tcpEdgeSchema),
  ...listFields,
});

/** What creates or updates a TCP edge; an update changes only the modules that are present. */
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
