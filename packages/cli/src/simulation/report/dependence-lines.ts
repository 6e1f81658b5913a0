import type { Outcome } from "@traffic-policy/policy-engine";
import type { Dependence } from "../dependence.ts";
import type { Terminal } from "../../terminal.ts";
import { resultText } from "./result-text.ts";
import { shownText } from "./shown-text.ts";

/** What the result depends on that the documentation of the service leaves open. */
export function dependenceLines(
  outcome: Outcome,
  dependsOn: readonly Dependence[],
  style: Terminal["style"],
): string[] {
  if (dependsOn.length === 0) return [];
  return [
    "This depends on open questions about the service (see simulate --options):",
    ...dependsOn.map(({ option, value, others }) => {
      const results = others.map(
        (other) => `with ${valueText(other.value)}: ${difference(outcome, other.outcome)}`,
      );
      const text = results.length === 0 ? "with another value it may differ" : results.join(", ");
      return `  ${style.bold(`${option}=${valueText(value)}`)}   ${text}`;
    }),
  ];
}

/** A value of an option as it is written on the command line. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return shownText(value.join(","), 60);
  return shownText(typeof value === "string" ? value : JSON.stringify(value), 60);
}

/** How another outcome differs, in a few words. */
function difference(outcome: Outcome, other: Outcome): string {
  const text = resultText(other);
  if (text !== resultText(outcome)) return text;
  if (isDifferent(outcome.request, other.request)) return "the upstream gets another request";
  if (isDifferent(outcome.response, other.response)) return "the client gets another response";
  return "the logs differ";
}

function isDifferent(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
