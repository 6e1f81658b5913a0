export { escaped, printable } from "@traffic-policy/policy-language";
