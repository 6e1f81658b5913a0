import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeText } from "@traffic-policy/policy-module";
import type { ReadAssertion } from "@traffic-policy/policy-proof/formats";
import {
  curlCommand,
  differencesText,
  exchangeTitle,
  resultText,
  shownText,
  shownValue,
} from "@traffic-policy/policy-engine/report";
import {
  caseOf,
  type AssertionFileReport,
  type AssertionReport,
} from "../../assertions/prove-assertion-files.ts";
import { caseSource } from "../../cases/suggest.ts";
import type { Style } from "../../context.ts";
import { answersText } from "../../proving/open-answers.ts";
import { enumerated } from "../../report/text.ts";
import { differenceLines, whyLines } from "../../simulation/report/difference-lines.ts";

/** The name of an assertion, and whether it holds: a line. */
export function assertionHead(
  one: AssertionReport,
  { file }: Pick<AssertionFileReport, "file">,
  style: Style,
): string {
  const [sign, color] = signs[one.kind];
  const name = `${style.bold(shownText(one.assertion.name, 200))}${environmentsText(one)}`;
  const line = `${style[color](sign)} ${name}`;
  if (one.kind === "proved") return line;
  const place = printable(placeText(one.location?.file ?? file, one.location?.start));
  return `${line}  ${style[color](one.kind)}  ${style.dim(place)}`;
}

const signs = {
  proved: ["✓", "green"],
  refuted: ["✗", "red"],
  unknown: ["?", "yellow"],
} as const;

/** ` (staging, production)`, where it is not the same in all environments. */
function environmentsText({ environments }: AssertionReport): string {
  return environments === undefined ? "" : ` (${environments.join(", ")})`;
}

/** What there is to say of an assertion beside whether it holds; of one that is refuted, the exchange. */
export async function assertionDetails(
  one: AssertionReport,
  { language }: Pick<AssertionFileReport, "language">,
  style: Style,
): Promise<string[]> {
  switch (one.kind) {
    case "proved":
      return notesOf(one);
    case "unknown":
      return [assertedText(one.assertion), ...unknownTexts(one)];
    case "refuted": {
      const { assertion, exchange, differences, under, dependsOn } = one;
      const curl = curlCommand(exchange);
      const source = await caseSource([caseOf(one)], language);
      return [
        assertedText(assertion),
        ...(assertion.always === undefined
          ? []
          : differences.flatMap((difference) => differenceLines(difference, style))),
        ...whyLines("for", one, under, style),
        ...(curl === undefined
          ? []
          : [`${style.bold("curl")} ${omittedText(curl.omitted)}`.trimEnd()]),
        ...(curl === undefined ? [] : [`  ${printable(curl.text)}`]),
        style.bold("case"),
        ...source.split("\n").map(printable),
        ...(dependsOn.length === 0
          ? []
          : [
              `With other answers to open questions (see simulate --options), it is no example: ${answersText(dependsOn)}.`,
            ]),
      ];
    }
  }
}

function omittedText(omitted: readonly string[]): string {
  return omitted.length === 0 ? "" : `(without the ${enumerated(omitted)} of the case)`;
}

/** What a proof is worth less for. */
function notesOf({
  assertion: { when },
  isVacuous,
  dependsOn,
}: Extract<AssertionReport, { kind: "proved" }>): string[] {
  const condition = when === undefined ? "" : `: ${conditionText(when)}`;
  return [
    ...(isVacuous
      ? [`It says nothing, because no exchange satisfies its condition${condition}`]
      : []),
    ...(dependsOn.length === 0
      ? []
      : [
          `With other answers to open questions (see simulate --options), it is not proved: ${answersText(dependsOn)}.`,
        ]),
  ];
}

function unknownTexts({
  reason,
  isOverTime,
}: Extract<AssertionReport, { kind: "unknown" }>): string[] {
  return [
    shownText(reason, limit),
    ...(isOverTime ? ["The time for the policy is up; --timeout gives it more."] : []),
  ];
}

/** What is noteworthy of an assertion, as sentences. */
export function assertionText(one: AssertionReport): string {
  switch (one.kind) {
    case "proved":
      return notesOf(one).join(" ");
    case "unknown":
      return unknownTexts(one).join(" ");
    case "refuted": {
      const { exchange, times, outcome, differences, assertion } = one;
      const title = `${exchangeTitle(exchange, times)}: ${resultText(outcome)}`;
      return assertion.always === undefined ? title : `${title}; ${differencesText(differences)}`;
    }
  }
}

const limit = 300;

/** `always denied, when req.url.path == '/admin'` */
function assertedText({ when, always, never }: ReadAssertion): string {
  const expected = always ?? never ?? {};
  const { outcome, ...others } = expected;
  const word = Object.keys(others).length === 0 ? outcome : undefined;
  const text = word ?? shownValue(expected, limit);
  const condition = when === undefined ? "" : `, when ${conditionText(when)}`;
  return `${always === undefined ? "never" : "always"} ${text}${condition}`;
}

function conditionText(when: readonly string[]): string {
  return shownText(when.join(" and "), limit);
}
