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
import { exampleText } from "../../site/example-text.ts";
import { openedLines, openedResult, openedText } from "../../site/opened-text.ts";
import { exchangeLines } from "../../proving/exchange-lines.ts";
import type { AnsweredForbidden } from "./forbidden.ts";
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

/** The forbidden, each with the exchanges that do it. */
export function forbiddenSection(forbidden: readonly AnsweredForbidden[], style: Style): Section {
  const lines = forbidden.flatMap((one) => {
    const [sign, color] = signs[stateOf(one)];
    return [
      `  ${style[color](sign)} ${one.text}`,
      ...one.answers.flatMap((answer) => answerLines(answer, style)),
      ...(one.others === undefined ? [] : [`      unknown. ${one.others}`]),
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

/** The ways that were opened since a revision. */
export function openedSection(
  { before, ways }: NonNullable<SiteAudit["opened"]>,
  { length: now }: SiteAudit["unread"],
  style: Style,
): Section {
  const { leftOut, failures } = before;
  const unread = leftOut.length + failures.length;
  return {
    name: `Since ${before.revision}`,
    columns: ["site", "result"],
    result: openedResult(ways, now > 0 ? [counted(now, "endpoint")] : []),
    isGood: ways.length + now === 0,
    subject: "what reaches a server now, and did not before",
    lines: [
      ...ways.flatMap((one) => openedLines(one, style)),
      ...(unread > 0
        ? [
            `  ${style.dim(`Of ${before.revision}, ${counted(unread, "file or endpoint")} could not be read, so what they let through seems new.`)}`,
          ]
        : []),
    ],
    findings: ways.flatMap(({ answer, ...way }) =>
      answer.kind === "found"
        ? [
            {
              severity: "error" as const,
              title: "Opened",
              message: `${openedText(way)}: ${exampleText(answer.result)}.`,
              location: way.from.location,
            },
          ]
        : [],
    ),
  };
}

/** A refutation is certain, whatever else is unknown. */
export function stateOf({ answers, others }: AnsweredForbidden): SiteAnswer["kind"] {
  const kinds = new Set(answers.map(({ answer }) => answer.kind));
  if (others !== undefined) kinds.add("unknown");
  return (["found", "unknown"] as const).find((kind) => kinds.has(kind)) ?? "none";
}

/** How many answers of an audit are unknown. */
export function countUnknown({ passages, forbidden, opened }: SiteAudit): number {
  const answers = passages.flatMap(({ reached, without, unchecked }) => [
    ...new Set([reached, ...without.values(), unchecked]),
  ]);
  const news = (opened?.ways ?? []).map(({ answer }) => answer);
  const unknown = [...answers, ...news].filter(({ kind }) => kind === "unknown").length;
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
