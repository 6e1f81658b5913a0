import type { Difference, Exchange, Outcome } from "@traffic-policy/policy-engine";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";
import { timesText } from "../../exchange/exchange-line.ts";
import { askedOf } from "../simulation.ts";
import { resultText } from "./outcome-lines.ts";
import { directionLines, titleOf } from "./pretty.ts";
import { type ExpressionView, shownText, shownValue } from "./trace-lines.ts";

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

/** What is different, in a sentence. */
export function differencesText(differences: readonly Difference[]): string {
  return differences
    .map(
      ({ what, expected, received }) =>
        `${what}: expected ${sideText(expected)}, received ${sideText(received)}`,
    )
    .join("; ");
}

function sideText(value: Difference["expected"]): string {
  if (value === null) return "none";
  const isPattern = typeof value === "object" && !Array.isArray(value) && "matches" in value;
  if (isPattern) return `text that matches ${shownText(String(value["matches"]), limit)}`;
  return shownValue(value, limit);
}

/** Who asks for what, in a line. */
export function exchangeTitle(exchange: Exchange, times = 1): string {
  const title = shownText(titleOf({ asked: askedOf(exchange), exchange }), 200);
  return `${title}${timesText(times)}`;
}

/** What a policy does to an exchange, in a line, and below it the rules that decided. */
export function whyLines(
  label: string,
  {
    exchange,
    times,
    outcome,
  }: {
    readonly exchange: Exchange;
    readonly times?: number | undefined;
    readonly outcome: Outcome;
  },
  { policy, source }: Pick<PolicyUnderTest, "policy" | "source">,
  style: Style,
): string[] {
  const view: ExpressionView = { limits: { value: 60, expression: 80 }, all: false, style };
  const trace = outcome.trace ?? { rules: [] };
  return [
    `${style.bold(label)}  ${exchangeTitle(exchange, times)}: ${resultText(outcome)}`,
    ...policy.directions
      .flatMap(({ direction }, index) =>
        directionLines(direction, trace, source, view, outcome.directions[index]?.result),
      )
      .map((line) => `  ${line}`),
  ];
}
