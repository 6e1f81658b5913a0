import { printable } from "@traffic-policy/policy-lint/report/printable";
import { padded, widest } from "@traffic-policy/policy-lint/report/text-width";
import { counted } from "../../report/text.ts";
import type { Format } from "../../program/options.ts";
import { printJson } from "../../report/json.ts";
import type { Terminal, Style } from "../../context.ts";
import type { Check, DoctorOutput } from "./output.ts";

export function printChecks(checks: readonly Check[], format: Format, terminal: Terminal): void {
  const { out, style } = terminal;
  const count = (wanted: Check["state"]): number =>
    checks.filter(({ state }) => state === wanted).length;
  const summary = { problem: count("problem"), warning: count("warning") };
  if (format === "json") {
    const output: DoctorOutput = { version: 1, summary, checks };
    printJson(output, terminal);
    return;
  }
  const states = widest(checks.map(({ state }) => state));
  const names = widest(checks.map(nameOf));
  const lines = checks.flatMap(({ state, message, help, ...check }) => [
    `${colors[state](style)(padded(state, states))}  ${padded(nameOf(check), names)}  ${printable(message)}`,
    ...(help === undefined
      ? []
      : [`${" ".repeat(states + 2)}${style.blue("help:")} ${printable(help)}`]),
  ]);
  out([...lines, "", conclusion(summary), ""].join("\n"));
}

/** `connection staging`: what was checked, of which environment and which of its services. */
function nameOf({ name, environment, service }: Pick<Check, "name" | "environment" | "service">) {
  return printable([name, environment ?? [], service ?? []].flat().join(" "));
}

const colors: Readonly<Record<Check["state"], (style: Style) => (text: string) => string>> = {
  ok: (style) => style.green,
  warning: (style) => style.yellow,
  problem: (style) => style.red,
  skipped: (style) => style.dim,
};

function conclusion(summary: DoctorOutput["summary"]): string {
  const all = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => counted(count, what));
  return all.length === 0 ? "No problems found." : `${all.join(", ")}.`;
}
