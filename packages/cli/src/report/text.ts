export { counted, enumerated, listed, shellWord } from "@traffic-policy/policy-language";
export { visible } from "@traffic-policy/report";
