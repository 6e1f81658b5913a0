export { hasFailedLater } from "@traffic-policy/policy-module";
