export * from "../shared-by-dialects.ts";
export * from "./actions.generated.ts";
export * from "./functions.generated.ts";
export type { Allowed } from "./places.generated.ts";
export { policy, PolicyBuilder } from "./policy.ts";
export type { PhasesDocument as PolicyDocument } from "@traffic-policy/policy-language";
export * from "./records.generated.ts";
export * from "./variables.generated.ts";
