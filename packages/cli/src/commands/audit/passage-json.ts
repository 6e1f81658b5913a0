import type { Passage, SiteAnswer } from "@traffic-policy/policy-proof";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import type { SiteAudit } from "./site-audit.ts";
import type { AnsweredForbidden } from "./forbidden.ts";
import type { SiteOutput } from "./output.ts";
import { stateOf } from "./passage-section.ts";

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
  };
}

export function openedJson({
  before,
  ways,
}: NonNullable<SiteAudit["opened"]>): NonNullable<SiteOutput["since"]> {
  return {
    revision: before.revision,
    opened: ways.map(({ from, to, isUnchecked, answer }) => ({
      from: from.name,
      to: to?.name,
      isUnchecked,
      answer: answerJson(answer),
    })),
    notChecked: before.leftOut,
  };
}

function answerJson(answer: SiteAnswer): SiteOutput["ways"][number]["reached"] {
  switch (answer.kind) {
    case "none":
      return { kind: "none" };
    case "unknown":
      return { kind: "unknown", reason: answer.reason };
    case "found": {
      const { exchange, outcome, taken } = answer.result;
      return {
        kind: "found",
        exchange: new SecretMask().example(exchange),
        by: outcome.hops.map(({ endpoint }) => endpoint.name),
        offline: [...taken.offline],
        passed: [...taken.passed],
      };
    }
  }
}
