import type { LintRuleError } from "@traffic-policy/policy-lint/internal";
import { firstSentence } from "@traffic-policy/policy-language/internal";
import { type Files } from "@traffic-policy/project";
import { userPlaceText, userPlaceOf } from "@traffic-policy/project/internal";

export function ruleErrorSentence({ message, cause }: LintRuleError, files: Files): string {
  const place = cause instanceof Error ? userPlaceOf(cause) : undefined;
  const sentence = firstSentence(message);
  return place === undefined ? sentence : `${sentence} (at ${userPlaceText(place, files)})`;
}
