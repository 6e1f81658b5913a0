export { refuseAfterFailure } from "@traffic-policy/policy-module";
