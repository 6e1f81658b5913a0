export { defaultTimeLimit, secondsText } from "@traffic-policy/policy-module";
