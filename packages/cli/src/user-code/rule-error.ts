import type { LintRuleError } from "@traffic-policy/policy-lint";
import { firstSentence } from "@traffic-policy/policy-language";
import { userPlaceText, userPlaceOf, type Files } from "@traffic-policy/project";

export function ruleErrorSentence({ message, cause }: LintRuleError, files: Files): string {
  const place = cause instanceof Error ? userPlaceOf(cause) : undefined;
  const sentence = firstSentence(message);
  return place === undefined ? sentence : `${sentence} (at ${userPlaceText(place, files)})`;
}
