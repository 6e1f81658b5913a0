import { Type, type Static, type TSchema } from "@sinclair/typebox";
import {
  trafficPolicyModuleInputSchema,
  trafficPolicyModuleSchema,
} from "./traffic-policy-module.ts";

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const refSchema = Type.Object({ id: Type.String(), uri: Type.String() });

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
export type TcpEdgeInput = Static<typeof tcpEdgeInputSchema>;
