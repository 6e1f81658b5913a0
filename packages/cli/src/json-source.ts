export { readJson, withoutErrors } from "@traffic-policy/policy-module";
