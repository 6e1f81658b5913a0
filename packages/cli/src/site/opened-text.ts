import { counted, formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import type { Opened } from "@traffic-policy/policy-proof";
import type { Style } from "@traffic-policy/report";
import { exchangeLines } from "../proving/exchange-lines.ts";
import { notProvedNotes } from "../proving/open-answers.ts";
import { exampleText } from "./example-text.ts";

/** The result of a change in a few words: `2 ways opened, 1 unknown`. */
export function openedResult(ways: readonly Opened[], notLookedAt: readonly string[]): string {
  const count = (kind: Opened["answer"]["kind"]): number =>
    ways.filter(({ answer }) => answer.kind === kind).length;
  const [found, unknown] = [count("found"), count("unknown")];
  const parts = [
    ...(found > 0 ? [`${counted(found, "way")} opened`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...notLookedAt.map((what) => `${what} not looked at`),
  ];
  return parts.length === 0 ? "nothing opened: proved" : parts.join(", ");
}

export function openedLines({ answer, ...one }: Opened, style: Style): string[] {
  if (answer.kind === "none") {
    return notProvedNotes(answer.dependsOn).flatMap((note) => [
      `  ${style.green("✓")} ${notOpenedText(one)}`,
      `      ${style.dim(note)}`,
    ]);
  }
  if (answer.kind === "unknown") {
    return [
      `  ${style.yellow("?")} ${openedText(one)}: unknown`,
      `      ${style.dim(answer.reason)}`,
    ];
  }
  const [, ...curl] = exchangeLines(answer.result.exchange, style);
  return [
    `  ${style.red("✗")} ${openedText(one)}`,
    `      ${exampleText(answer.result)}`,
    ...curl.map((line) => `        ${line}`),
  ];
}

export function openedText({ from, to, isUnchecked }: Omit<Opened, "answer">): string {
  const way = `${serverOf(to)} is reached from ${formatEndpointUrl(from.url)}`;
  return isUnchecked
    ? `${way} without any check of who comes`
    : `${way} by requests that did not get there`;
}

/** The same of what is proved not to be so. */
export function notOpenedText({ from, to, isUnchecked }: Omit<Opened, "answer">): string {
  const none = `From ${formatEndpointUrl(from.url)}, nothing new reaches ${serverOf(to)}`;
  return isUnchecked ? `${none} without any check of who comes` : none;
}

function serverOf(to: Opened["to"]): string {
  return to === undefined ? "A server outside of the site" : formatEndpointUrl(to.url);
}
