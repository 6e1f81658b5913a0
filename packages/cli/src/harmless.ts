export { forLog, forTerminal } from "@traffic-policy/policy-module";
