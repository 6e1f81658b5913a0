export { usualRuleOrder } from "@traffic-policy/policy-module";
