export { forgetTexts, givenText, giveText, textOf } from "@traffic-policy/policy-module";
