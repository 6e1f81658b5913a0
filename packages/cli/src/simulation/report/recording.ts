import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import type { FailedSimulation, Simulation } from "../simulation.ts";
import type { Terminal } from "../../terminal.ts";
import { resultColor, resultText } from "./result-text.ts";
import { ruleName } from "./rule-lines.ts";
import { shownText } from "./shown-text.ts";

type Style = Terminal["style"];

/** The exchanges of a recording, a line each: what was asked, how it ends, and the rules that matched. */
export function recordingLines(
  simulations: readonly (Simulation | FailedSimulation)[],
  style: Style,
): string {
  const rows = simulations.map((one) => {
    const number = String(one.entry ?? 0);
    const request = shownText(one.asked, 70);
    const result = "outcome" in one ? resultText(one.outcome) : "not simulated";
    return { number, request, result, one };
  });
  const widths = {
    number: widest(rows.map(({ number }) => number)),
    result: widest(rows.map(({ result }) => result)),
    request: widest(rows.map(({ request }) => request)),
  };
  return rows
    .map(({ number, result, request, one }) => {
      const color = colorOf(one, style);
      const line = [
        number.padStart(widths.number),
        color(padded(result, widths.result)),
        padded(request, widths.request),
        style.dim("outcome" in one ? matchedText(one) : one.isNone ? one.error.message : ""),
      ];
      return `${line.join("  ").trimEnd()}\n`;
    })
    .join("");
}

function colorOf(one: Simulation | FailedSimulation, style: Style): (text: string) => string {
  if (!("outcome" in one)) return one.isNone ? style.dim : style.red;
  return resultColor(one.outcome.result, style);
}

function matchedText({ outcome }: Simulation): string {
  return shownText(outcome.matched.map((rule) => ruleName(rule)).join(", "), 100);
}
