export { builtPolicy, codePolicy, type Built } from "@traffic-policy/policy-module/code";
