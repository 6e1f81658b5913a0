import { optionText } from "@traffic-policy/policy-engine/report";
import type { OpenAnswer } from "../answers.ts";

/** Answers to open questions as they are given: `onExpressionError=no-match`. */
export function answersText(answers: readonly OpenAnswer[]): string {
  return answers.map(({ question, answer }) => `${question}=${optionText(answer)}`).join(", ");
}

/**
 * Says in a sentence that a result does not hold with other answers.
 *
 * @param what - the lost result: `it is not proved`
 * @param where - where to find the questions, in parentheses
 */
export function otherAnswersText(
  answers: readonly OpenAnswer[],
  what: string,
  where: string = "",
): string {
  return `With other answers to open questions${where === "" ? "" : ` ${where}`}, ${what}: ${answersText(answers)}.`;
}
