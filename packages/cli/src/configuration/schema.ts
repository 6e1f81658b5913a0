export type { TargetConfiguration } from "@traffic-policy/policy-module";
