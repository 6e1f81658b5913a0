export { placeIn, placeText } from "@traffic-policy/policy-module";
