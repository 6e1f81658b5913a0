export { importModule } from "@traffic-policy/policy-module/code";
