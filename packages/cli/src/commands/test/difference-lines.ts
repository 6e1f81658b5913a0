import type { Difference } from "@traffic-policy/policy-engine";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Terminal } from "../../terminal.ts";
import { shownText, shownValue } from "../../simulation/report/shown-text.ts";

type Style = Terminal["style"];

const limit = 300;

/** What is not as it was expected: a line of what it is, and two with both sides. */
export function differenceLines(
  { what, expected, received, note }: Difference,
  style: Style,
): string[] {
  return [
    style.bold(printable(what)),
    `  ${style.dim("expected")}  ${style.green(sideText(expected))}`,
    `  ${style.dim("received")}  ${style.red(sideText(received))}`,
    ...(note === undefined ? [] : [`  ${style.blue("note:")} ${shownText(note, limit)}`]),
  ];
}

/** One side of a difference, in a line. */
export function sideText(value: Difference["expected"]): string {
  if (value === null) return "none";
  const isPattern = typeof value === "object" && !Array.isArray(value) && "matches" in value;
  if (isPattern) return `text that matches ${shownText(String(value["matches"]), limit)}`;
  return shownValue(value, limit);
}
