import type { Passage } from "@traffic-policy/policy-proof";
import { answerJson } from "../../site/answer-json.ts";
import { stateOf, type AnsweredForbidden } from "./forbidden.ts";
import type { SiteOutput } from "./output.ts";

export function passageJson({
  from,
  to,
  reached,
  without,
  unchecked,
}: Passage): SiteOutput["ways"][number] {
  return {
    from: from.name,
    to: to.name,
    reached: answerJson(reached),
    checks: [...without].map(([type, answer]) => ({ type, without: answerJson(answer) })),
    unchecked: answerJson(unchecked),
  };
}

export function forbiddenJson(one: AnsweredForbidden): SiteOutput["forbidden"][number] {
  return {
    text: one.text,
    to: one.to.name,
    result: stateOf(one),
    answers: one.answers.map(({ from, answer }) => ({
      from: from.name,
      answer: answerJson(answer),
    })),
    others: one.others,
  };
}
