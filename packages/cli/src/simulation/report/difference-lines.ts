import { type Difference, type Exchange, type Outcome } from "@traffic-policy/policy-engine";
import { isNotKnown } from "@traffic-policy/policy-engine/internal";
import {
  exchangeTitle,
  resultText,
  shownText,
  sideText,
} from "@traffic-policy/policy-engine/report";
import { printable } from "@traffic-policy/policy-language/internal";
import type { PolicyUnderTest } from "../../checks/policies-under-test.ts";
import type { Style } from "../../context.ts";
import { traceLines, type TraceLinesView } from "./trace-lines.ts";

const limit = 300;

export function differenceLines(difference: Difference, style: Style): string[] {
  const { what, expected, received, note } = difference;
  if (isNotKnown(difference)) {
    return [`${style.bold(printable(what))} is not known`, ...noteLines(note, style)];
  }
  return [
    style.bold(printable(what)),
    `  ${style.dim("expected")}  ${style.green(sideText(expected))}`,
    `  ${style.dim("received")}  ${style.red(sideText(received))}`,
    ...noteLines(note, style),
  ];
}

function noteLines(note: string | undefined, style: Style): string[] {
  return note === undefined ? [] : [`  ${style.blue("note:")} ${shownText(note, limit)}`];
}

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
  under: Pick<PolicyUnderTest, "policy" | "source">,
  style: Style,
): string[] {
  const view: TraceLinesView = { limits: { value: 60, expression: 80 }, all: false, style };
  return [
    `${style.bold(label)}  ${exchangeTitle(exchange, times)}: ${resultText(outcome)}`,
    ...traceLines(outcome, under, view).map((line) => `  ${line}`),
  ];
}
