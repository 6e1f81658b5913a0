export { replaceFileSync } from "@traffic-policy/policy-module";
