import { formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import {
  withoutColors,
  type Finding,
  type JunitTest,
  type Section,
  type Style,
} from "@traffic-policy/report";
import { exchangeLines } from "../../proving/exchange-lines.ts";
import { notesOn } from "../../site/answer-notes.ts";
import { exampleText } from "../../site/example-text.ts";
import { stateOf, type AnsweredForbidden } from "./forbidden.ts";

/** The forbidden, each with the exchanges that do it. */
export function forbiddenSection(forbidden: readonly AnsweredForbidden[], style: Style): Section {
  const lines = forbidden.flatMap((one) => {
    const [sign, color] = signs[stateOf(one)];
    return [
      `  ${style[color](sign)} ${one.text}`,
      ...detailsOf(one, style).map((line) => `      ${line}`),
    ];
  });
  const states = forbidden.map(stateOf);
  const count = (state: (typeof states)[number]): number =>
    states.filter((one) => one === state).length;
  const parts = [
    ...(count("found") > 0 ? [`${count("found")} refuted`] : []),
    ...(count("unknown") > 0 ? [`${count("unknown")} unknown`] : []),
    ...(count("none") > 0 ? [`${count("none")} proved`] : []),
  ];
  return {
    name: "Forbidden",
    columns: ["site", "result"],
    result: parts.join(", "),
    isGood: count("none") === forbidden.length,
    subject: "what no exchange may do",
    lines,
    checks: forbidden.map(checkOf),
    findings: forbidden.flatMap((one) => one.answers.flatMap((answer) => findingsOf(answer, one))),
  };
}

function checkOf(one: AnsweredForbidden): JunitTest {
  const { text: name } = one;
  const [message = "", ...others] = detailsOf(one, withoutColors);
  const text = [message, ...others].join("\n");
  switch (stateOf(one)) {
    case "none":
      return { name, outcome: "passed", text };
    case "found":
      return { name, outcome: "failed", type: "refuted", message, text };
    case "unknown":
      return { name, outcome: "error", type: "unknown", message, text };
  }
}

function findingsOf(
  { from, answer }: AnsweredForbidden["answers"][number],
  { text, to: { location } }: AnsweredForbidden,
): Finding[] {
  const title = "Forbidden";
  if (answer.kind === "found") {
    const message = `${text}: ${exampleText(answer.result)} does it.`;
    return [{ severity: "error", title, message, location }];
  }
  return notesOn(answer).map((note) => ({
    severity: "info",
    title,
    message: `${text}: proved for what comes from ${formatEndpointUrl(from.url)}. ${note}`,
    location,
  }));
}

const signs = {
  found: ["✗", "red"],
  unknown: ["?", "yellow"],
  none: ["✓", "green"],
} as const;

function detailsOf({ answers, others }: AnsweredForbidden, style: Style): string[] {
  const lines = answers.flatMap((answer) => answerLines(answer, style));
  return others === undefined ? lines : [...lines, `unknown. ${others}`];
}

function answerLines(
  { from, answer }: AnsweredForbidden["answers"][number],
  style: Style,
): string[] {
  const head = `from ${formatEndpointUrl(from.url)}: `;
  switch (answer.kind) {
    case "none":
      return notesOn(answer).map((note) => `${head}${note}`);
    case "unknown":
      return [`${head}unknown. ${answer.reason}`];
    case "found": {
      const [, ...curl] = exchangeLines(answer.result.exchange, style);
      return [exampleText(answer.result), ...curl.map((line) => `  ${line}`)];
    }
  }
}
