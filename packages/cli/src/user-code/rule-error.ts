import type { LintRuleError } from "@traffic-policy/policy-lint";
import { firstSentence } from "./first-sentence.ts";
import { userPlaceText } from "./user-code-error.ts";
import { userPlaceOf } from "./user-place.ts";

/** What is said of a lint rule of the user's that throws, with the place in it. */
export function ruleErrorSentence({ message, cause }: LintRuleError): string {
  const place = cause instanceof Error ? userPlaceOf(cause) : undefined;
  const sentence = firstSentence(message);
  return place === undefined ? sentence : `${sentence} (at ${userPlaceText(place)})`;
}
