export {
  defaultPolicy,
  isCode,
  loadPolicies,
  loadPolicy,
  policyEndings,
} from "@traffic-policy/policy-module";
