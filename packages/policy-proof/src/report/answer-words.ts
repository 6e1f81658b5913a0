import { optionText } from "@traffic-policy/policy-engine/report";
import type { OpenAnswer } from "../answers.ts";

/** Answers to open questions as they are given: `onExpressionError=no-match`. */
export function answersText(answers: readonly OpenAnswer[]): string {
  return answers.map(({ question, answer }) => `${question}=${optionText(answer)}`).join(", ");
}

/**
 * That something is not so with other answers, as a sentence.
 *
 * @param what - what is not so: `it is not proved`
 * @param where - where the questions are found, in parentheses
 */
export function otherAnswersText(
  answers: readonly OpenAnswer[],
  what: string,
  where: string = "",
): string {
  return `With other answers to open questions${where === "" ? "" : ` ${where}`}, ${what}: ${answersText(answers)}.`;
}
