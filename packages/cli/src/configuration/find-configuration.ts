export { findConfiguration } from "@traffic-policy/policy-module";
