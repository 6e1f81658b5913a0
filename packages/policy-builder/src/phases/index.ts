export * from "../shared-by-dialects.ts";
export * from "./actions.generated.ts";
export * from "./functions.generated.ts";
export type { Allowed } from "./places.generated.ts";
export { policy, PolicyBuilder, type PolicyDocument } from "./policy.ts";
export * from "./records.generated.ts";
export * from "./variables.generated.ts";
