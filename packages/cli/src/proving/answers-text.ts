import type { OpenAnswer } from "@traffic-policy/policy-proof";
import { valueText } from "../simulation/report/outcome-lines.ts";

/** Answers to open questions as they are given: `onExpressionError=no-match`. */
export function answersText(answers: readonly OpenAnswer[]): string {
  return answers.map(({ question, answer }) => `${question}=${valueText(answer)}`).join(", ");
}
