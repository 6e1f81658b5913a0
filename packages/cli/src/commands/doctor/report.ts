import { printable } from "@traffic-policy/policy-lint/report/printable";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import type { Check } from "./check.ts";
import type { Terminal } from "../../terminal.ts";

type Style = Terminal["style"];

/** The findings of `doctor`, a line each, with what to do below it. */
export function renderChecks(
  checks: readonly Check[],
  { problem, warning }: { readonly problem: number; readonly warning: number },
  style: Style,
): string {
  const states = widest(checks.map(({ state }) => state));
  const names = widest(checks.map(({ name }) => name));
  const lines = checks.flatMap(({ state, name, message, help }) => [
    `${colors[state](style)(padded(state, states))}  ${padded(name, names)}  ${printable(message)}`,
    ...(help === undefined
      ? []
      : [`${" ".repeat(states + 2)}${style.blue("help:")} ${printable(help)}`]),
  ]);
  return [...lines, "", `${conclusion(problem, warning)}`, ""].join("\n");
}

const colors: Readonly<Record<Check["state"], (style: Style) => (text: string) => string>> = {
  ok: (style) => style.green,
  warning: (style) => style.yellow,
  problem: (style) => style.red,
  skipped: (style) => style.dim,
};

function conclusion(problems: number, warnings: number): string {
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];
  const all = [...counted(problems, "problem"), ...counted(warnings, "warning")];
  return all.length === 0 ? "All is well." : `${all.join(", ")}.`;
}
