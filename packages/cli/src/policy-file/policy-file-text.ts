export { policyFileText, typescriptText } from "@traffic-policy/policy-module";
