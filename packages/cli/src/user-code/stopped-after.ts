export { stoppedAfter } from "@traffic-policy/policy-module";
