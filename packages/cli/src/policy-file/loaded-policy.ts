export { type LoadedPolicy } from "@traffic-policy/policy-module";
