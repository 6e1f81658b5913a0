import { shownText } from "@traffic-policy/policy-engine/report";
import { countText, numberText, reasonSentence } from "@traffic-policy/policy-impact/report";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { LoggedCases } from "../../cases/suggest-from-log.ts";
import type { Style } from "../../context.ts";
import { counted } from "../../report/text.ts";

/** Cases that are made of a log, ready to be pasted, what gives none, and what the log tells. */
export function loggedLines(logged: LoggedCases, style: Style): string[] {
  const { file, isNew, source, log, recorded } = logged;
  const head = `${style.bold(`suggested for ${printable(file)}`)}${isNew ? ", which would be new" : ""}, from ${printable(log)}`;
  return [
    ...(source === "" ? [] : [head, "", ...source.split("\n").map(printable), ""]),
    ...recorded.without.flatMap(({ name, reason }) => [
      `${style.yellow("no case")}  ${shownText(name, 300)}`,
      `         ${style.dim(shownText(reason, 300))}`,
      "",
    ]),
    ...logSentences(logged).map((sentence) => printable(sentence)),
    "",
  ];
}

function logSentences({ under, log, recorded, seen }: LoggedCases): string[] {
  const { rows, skipped, others, exchanges, unknown, reasons, ways } = seen;
  const isHttp = under.protocol === "http";
  const noun = isHttp ? "request" : "connection";
  const environment = under.environment === undefined ? "" : ` in ${under.environment}`;
  const are = (count: number): string => (count === 1 ? "is" : "are");
  return [
    `${log} tells of ${countText(exchanges, noun)}, which end in ${counted(ways.length, "way")}${environment}.`,
    ...(recorded.known > 0
      ? [`For ${counted(recorded.known, "kind")} of ${noun}s, there are cases already.`]
      : []),
    ...(unknown > 0
      ? [
          `What becomes of ${countText(unknown, noun)} is not known, so ${unknown === 1 ? "it gives" : "they give"} no case.`,
          ...reasons.slice(0, mostReasons).map((reason) => reasonSentence(reason, noun)),
        ]
      : []),
    ...(others > 0
      ? [
          `${countText(others, "row")} ${are(others)} about ${isHttp ? "connections without a request" : "requests"}, and the policy is for ${under.protocol}.`,
        ]
      : []),
    ...(skipped > 0
      ? [`${countText(skipped, "row")} of ${numberText(rows)} could not be read.`]
      : []),
  ];
}

/** More reasons than these are left out. */
const mostReasons = 5;
