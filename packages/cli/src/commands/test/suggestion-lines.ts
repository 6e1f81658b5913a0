import { gapSentence, shownText } from "@traffic-policy/policy-engine/report";
import { printable } from "@traffic-policy/policy-language/internal";
import { codeText, type Style } from "@traffic-policy/report";
import type { SuggestedCases } from "../../cases/suggest.ts";

export function suggestionLines(
  { file, isNew, suggestions, source }: SuggestedCases,
  style: Style,
): string[] {
  const head = `${style.bold(`suggested for ${printable(file)}`)}${isNew ? ", which would be new" : ""}`;
  const without = suggestions.flatMap((one) =>
    "reason" in one
      ? [
          `${style.yellow("no suggestion")}  ${shownText(gapSentence(one.gap), 300)}`,
          `               ${style.dim(shownText(one.reason, 300))}`,
        ]
      : [],
  );
  return [
    ...(source === ""
      ? []
      : [head, "", ...source.split("\n").map((line) => codeText(printable(line), style)), ""]),
    ...(without.length === 0 ? [] : [...without, ""]),
  ];
}
