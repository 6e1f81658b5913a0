export * from "./shared-by-dialects.ts";
export * from "./directions/actions.generated.ts";
export * from "./directions/functions.generated.ts";
export type { Allowed } from "./directions/places.generated.ts";
export { policy, PolicyBuilder } from "./directions/policy.ts";
export * from "./directions/variables.generated.ts";
