export { UserCodeError, userPlaceText } from "@traffic-policy/policy-module";
