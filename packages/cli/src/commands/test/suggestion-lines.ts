import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { SuggestedCases } from "../../cases/suggest.ts";
import type { Terminal } from "../../terminal.ts";
import { shownText } from "../../simulation/report/shown-text.ts";
import { gapSentence } from "./coverage-lines.ts";

/** Cases that are proposed, ready to be pasted, and why there are no others. */
export function suggestionLines(
  { file, isNew, suggestions, source }: SuggestedCases,
  style: Terminal["style"],
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
    ...(source === "" ? [] : [head, "", ...source.split("\n").map(printable), ""]),
    ...(without.length === 0 ? [] : [...without, ""]),
  ];
}
