import {
  counted,
  enumerated,
  formatEndpointUrl,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { isAccessCheck, type Passage, type SiteAnswer } from "@traffic-policy/policy-proof";
import { aligned, type Section, type Style } from "@traffic-policy/report";
import { exchangeLines } from "../prove/evidence-lines.ts";
import { exampleText } from "./passage-words.ts";
import type { AnsweredForbidden } from "./forbidden.ts";
import type { SiteAudit } from "./site-audit.ts";

/** The servers of a site, each with what reaches it, and behind which checks. */
export function passageSection({ passages }: SiteAudit, style: Style): Section {
  const servers = [...new Set(passages.map(({ to }) => to))];
  const lines = servers.flatMap((to) => [
    `  ${style.bold(serverText(to))}`,
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

function serverText({ url, upstream }: SiteEndpoint): string {
  return `${formatEndpointUrl(url)}${upstream === undefined ? "" : ` → ${upstream}`}`;
}

function passageLines(passage: Passage, style: Style): string[] {
  const { from, to, reached, without, unchecked } = passage;
  const head = `    from ${from === to ? "its clients" : formatEndpointUrl(from.url)}`;
  if (reached.kind === "none") return [`${head}  ${style.dim("nothing gets there: proved")}`];
  if (reached.kind === "unknown") {
    return [
      `${head}  ${style.yellow("?")} it is unknown whether anything gets there`,
      `      ${style.dim(reached.reason)}`,
    ];
  }
  const rows = [...without].map(([type, answer]) => rowOf(type, answer, style));
  const types = [...without.keys()].filter((type) => isAccessCheck(type));
  const isAlways = types.some((type) => without.get(type)?.kind === "none");
  const all =
    isAlways || types.length === 1
      ? []
      : [
          rowOf(
            types.length === 0 ? "any check of who comes" : enumerated(types, "or"),
            unchecked,
            style,
          ),
        ];
  return [head, ...aligned([...rows, ...all], style, { indent: 6 })];
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

/** What `--forbid` says, each with whether something does it. */
export function forbiddenSection(forbidden: readonly AnsweredForbidden[], style: Style): Section {
  const lines = forbidden.flatMap((one) => {
    const [sign, color] = signs[stateOf(one)];
    return [
      `  ${style[color](sign)} ${one.text}`,
      ...one.answers.flatMap((answer) => answerLines(answer, style)),
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
    findings: forbidden.flatMap(({ text, answers, to }) =>
      answers.flatMap(({ answer }) =>
        answer.kind === "found"
          ? [
              {
                severity: "error" as const,
                title: "Forbidden",
                message: `${text}: ${exampleText(answer.result)} does it.`,
                location: to.location,
              },
            ]
          : [],
      ),
    ),
  };
}

/** A refutation is certain, whatever else is unknown. */
export function stateOf({ answers }: AnsweredForbidden): SiteAnswer["kind"] {
  const kinds = answers.map(({ answer }) => answer.kind);
  return (["found", "unknown"] as const).find((kind) => kinds.includes(kind)) ?? "none";
}

/** How many answers of an audit are unknown. */
export function countUnknown({ passages, forbidden }: SiteAudit): number {
  const answers = passages.flatMap(({ reached, without, unchecked }) => [
    ...new Set([reached, ...without.values(), unchecked]),
  ]);
  const unknown = answers.filter(({ kind }) => kind === "unknown").length;
  return unknown + forbidden.filter((one) => stateOf(one) === "unknown").length;
}

const signs = {
  found: ["✗", "red"],
  unknown: ["?", "yellow"],
  none: ["✓", "green"],
} as const;

function answerLines(
  { from, answer }: AnsweredForbidden["answers"][number],
  style: Style,
): string[] {
  switch (answer.kind) {
    case "none":
      return [];
    case "unknown":
      return [`      from ${formatEndpointUrl(from.url)}: unknown. ${answer.reason}`];
    case "found": {
      const [, ...curl] = exchangeLines(answer.result.exchange, style);
      return [`      ${exampleText(answer.result)}`, ...curl.map((line) => `        ${line}`)];
    }
  }
}
