import type { PossibleOutcomes } from "../dependences.ts";
import type { Answer } from "../run/questions.ts";
import { shownText } from "./shown.ts";

/**
 * Describes, as a condition, an assumed fact that only the service knows: `conn.geo.country == 'NO' is true`,
 * `"oauth" lets it pass`.
 */
export function answerText({ kind, text, answer }: Answer): string {
  const shown = kind === "action" ? `"${text}"` : shownText(text, 200);
  return `${shown} ${answerWords({ kind, answer })}`;
}

/** Describes an answer without what it is about: `is true`, `lets it pass`. */
export function answerWords({ kind, answer }: Pick<Answer, "kind" | "answer">): string {
  if (kind === "action") return answer ? "lets it pass" : "does not let it pass";
  if (kind === "evaluation") return answer ? "does not fail" : "fails";
  if (kind === "route") return answer ? "is the way" : "is not the way";
  return `is ${answer}`;
}

/** Says that an outcome is one of several; empty for a certain outcome. */
export function oneOfText({ possible, isComplete }: PossibleOutcomes): string {
  if (possible.length === 1 && isComplete) return "";
  return `, one of ${isComplete ? "" : "at least "}${possible.length} possible outcomes`;
}

/** The maximum number of listed ways to an outcome. */
const mostListed = 4;

/** In which cases something happens, one line each: `if … and …`, `or if …`. */
export function casesText(when: readonly (readonly Answer[])[]): string[] {
  const lines = when
    .slice(0, mostListed)
    .map(
      (answers, index) =>
        `${index === 0 ? "if" : "or if"} ${answers.map(answerText).join(" and ")}`,
    );
  const rest = when.length - lines.length;
  return rest === 0 ? lines : [...lines, `or in ${rest} more ${rest === 1 ? "case" : "cases"}`];
}
