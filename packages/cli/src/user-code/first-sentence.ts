export { firstSentence } from "@traffic-policy/policy-module";
