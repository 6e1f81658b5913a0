import { codeText, commandText, environmentsText } from "@traffic-policy/report";
import { placeText } from "@traffic-policy/project";
import { printable, enumerated } from "@traffic-policy/policy-language/internal";
import {
  assertedText,
  caseOfRefutation,
  otherAnswersText,
  provedNotes,
} from "@traffic-policy/policy-proof/report";
import { caseSource } from "@traffic-policy/policy-engine/formats";
import {
  curlCommand,
  differencesText,
  exchangeTitle,
  resultText,
  shownText,
} from "@traffic-policy/policy-engine/report";
import {
  type AssertionFileReport,
  type AssertionReport,
} from "../../assertions/prove-assertion-files.ts";
import type { Style } from "../../context.ts";
import { listedBySimulate } from "../../proving/open-answers.ts";
import { differenceLines, whyLines } from "../../simulation/report/difference-lines.ts";

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

export async function assertionDetails(
  one: AssertionReport,
  { language }: Pick<AssertionFileReport, "language">,
  style: Style,
): Promise<string[]> {
  switch (one.kind) {
    case "proved":
      return provedNotes(one.assertion, one, listedBySimulate);
    case "unknown":
      return [assertedText(one.assertion), ...unknownTexts(one)];
    case "refuted": {
      const { assertion, exchange, differences, under, dependsOn } = one;
      const curl = curlCommand(exchange);
      const source = await caseSource([caseOfRefutation(one)], language);
      return [
        assertedText(assertion),
        ...(assertion.always === undefined
          ? []
          : differences.flatMap((difference) => differenceLines(difference, style))),
        ...whyLines("for", one, under, style),
        ...(curl === undefined
          ? []
          : [`${style.bold("curl")} ${omittedText(curl.omitted)}`.trimEnd()]),
        ...(curl === undefined ? [] : [`  ${commandText(printable(curl.text), style)}`]),
        style.bold("case"),
        ...source.split("\n").map((line) => codeText(printable(line), style)),
        ...(dependsOn.length === 0
          ? []
          : [otherAnswersText(dependsOn, "it is no example", listedBySimulate)]),
      ];
    }
  }
}

function omittedText(omitted: readonly string[]): string {
  const words = omitted.map((key) => (key === "random" ? "random number" : key));
  return words.length === 0 ? "" : `(without the ${enumerated(words)} of the case)`;
}

function unknownTexts({
  reason,
  isOverTime,
}: Extract<AssertionReport, { kind: "unknown" }>): string[] {
  return [
    shownText(reason, 300),
    ...(isOverTime ? ["The time for the policy is up; --timeout gives it more."] : []),
  ];
}

export function assertionText(one: AssertionReport): string {
  switch (one.kind) {
    case "proved":
      return provedNotes(one.assertion, one, listedBySimulate).join(" ");
    case "unknown":
      return unknownTexts(one).join(" ");
    case "refuted": {
      const { exchange, times, outcome, differences, assertion } = one;
      const title = `${exchangeTitle(exchange, times)}: ${resultText(outcome)}`;
      return assertion.always === undefined ? title : `${title}; ${differencesText(differences)}`;
    }
  }
}
