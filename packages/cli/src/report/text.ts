export { counted, enumerated, listed, shellWord } from "@traffic-policy/policy-language/internal";
export { visible } from "@traffic-policy/report";
