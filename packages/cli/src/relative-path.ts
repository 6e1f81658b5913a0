export { relativePath } from "@traffic-policy/policy-module";
