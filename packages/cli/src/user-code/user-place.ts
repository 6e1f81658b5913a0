export { userPlaceOf } from "@traffic-policy/policy-module";
