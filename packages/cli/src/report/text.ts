export { counted, enumerated, listed, shellWord } from "@traffic-policy/policy-language";
export { visible } from "@traffic-policy/policy-lint/report/printable";
