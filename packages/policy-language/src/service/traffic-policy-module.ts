import { Type, type Static } from "@sinclair/typebox";

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
