import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeIn } from "@traffic-policy/policy-module";
import type { Terminal } from "../../terminal.ts";
import type { SimulationReport } from "../simulation.ts";

/**
 * What the service would not take, as far as is known; it is done all the same, as it may be elsewhere.
 *
 * @param done - what is done: `simulated`
 */
export function printProblems(
  { source, policy }: Pick<SimulationReport, "source" | "policy">,
  done: string,
  { err, errStyle }: Terminal,
): void {
  if (policy.problems.length === 0) return;
  const label = errStyle.yellow(errStyle.bold("warning:"));
  for (const { path, span, message } of policy.problems) {
    const place = placeIn(source, path, span);
    err(`${label} ${printable(`${place}: ${message}`)}\n`);
  }
  const help = `The service probably refuses this policy. It is ${done} anyway; run lint for details.`;
  err(`  ${errStyle.blue("help:")} ${help}\n`);
}
