export { shortHash } from "@traffic-policy/policy-module/user-cache";
