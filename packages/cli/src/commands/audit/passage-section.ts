import {
  counted,
  enumerated,
  formatEndpointUrl,
  printable,
  type SiteEndpoint,
  serverText,
} from "@traffic-policy/policy-language/internal";
import { isAccessCheck, type Passage, type SiteAnswer } from "@traffic-policy/policy-proof";
import { aligned, type Section, type Style } from "@traffic-policy/report";
import { notesOn } from "../../site/answer-notes.ts";
import { exampleText } from "../../site/example-text.ts";
import type { SiteAudit } from "./site-audit.ts";

/** The servers of a site, each with what reaches it, and behind which checks. */
export function passageSection({ passages }: SiteAudit, style: Style): Section {
  const servers = [...new Set(passages.map(({ to }) => to))];
  const lines = servers.flatMap((to) => [
    `  ${style.bold(printable(headOf(to)))}`,
    ...passages.filter((one) => one.to === to).flatMap((one) => passageLines(one, style)),
  ]);
  return {
    name: "Ways",
    columns: ["site", "result"],
    result: `${counted(passages.length, "way")} to ${counted(servers.length, "server")}`,
    subject: "what reaches which server, and behind which checks",
    lines,
    findings: [],
  };
}

function headOf(to: SiteEndpoint): string {
  const server = serverText(to);
  return `${formatEndpointUrl(to.url)}${server === undefined ? "" : ` → ${server}`}`;
}

function passageLines(passage: Passage, style: Style): string[] {
  const { from, to, reached } = passage;
  const head = `    from ${from === to ? "its clients" : formatEndpointUrl(from.url)}`;
  if (reached.kind === "none") {
    return [
      `${head}  ${style.dim("nothing gets there: proved")}`,
      ...notesOn(reached).map((note) => `      ${style.dim(note)}`),
    ];
  }
  if (reached.kind === "unknown") {
    return [
      `${head}  ${style.yellow("?")} it is unknown whether anything gets there`,
      `      ${style.dim(reached.reason)}`,
      ...answerLines(
        answersOf(passage).filter(([, answer]) => answer.kind === "none"),
        style,
      ),
    ];
  }
  return [head, ...answerLines(answersOf(passage), style)];
}

type NamedAnswer = readonly [what: string, answer: SiteAnswer];

/** The answers about each check, and about any of those that ask who comes where that says more. */
function answersOf({ without, unchecked }: Passage): readonly NamedAnswer[] {
  const types = [...without.keys()].filter((type) => isAccessCheck(type));
  const isAlways = types.some((type) => without.get(type)?.kind === "none");
  const any = types.length === 0 ? "any check of who comes" : enumerated(types, "or");
  return [...without, ...(isAlways || types.length === 1 ? [] : [[any, unchecked] as const])];
}

function answerLines(answers: readonly NamedAnswer[], style: Style): string[] {
  const rows = answers.map(([what, answer]) => rowOf(what, answer, style));
  return aligned(rows, style, { indent: 6 }).flatMap((row, index) => [
    row,
    ...notesOn(answers[index]?.[1]).map((note) => `          ${style.dim(note)}`),
  ]);
}

function rowOf(what: string, answer: SiteAnswer, style: Style): string[] {
  switch (answer.kind) {
    case "none":
      return [`${style.green("✓")} ${what}`, "always: proved"];
    case "found":
      return [`${style.yellow("✗")} ${what}`, `not for ${exampleText(answer.result)}`];
    case "unknown":
      return [`${style.yellow("?")} ${what}`, `unknown: ${answer.reason}`];
  }
}
