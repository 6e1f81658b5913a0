import { printable } from "@traffic-policy/policy-lint/report/printable";
import type { Format } from "../../program/options.ts";
import type { Terminal } from "../../terminal.ts";
import { printError } from "../../report/error.ts";
import { jsonReport } from "./json.ts";
import { prettySimulation } from "./pretty.ts";
import { recordingLines } from "./recording.ts";
import type { SimulationReport } from "./report.ts";
import { placeIn } from "../../place-text.ts";

/** How simulations are printed. */
export interface SimulationView {
  readonly format: Format;
  /** Whether everything is shown, or what decided. */
  readonly trace: boolean;
  /** Whether they are many, of which each is only a line. */
  readonly isRecording: boolean;
}

/** Prints simulations as results, and what is wrong with the policy as something else. */
export function printSimulations(
  report: SimulationReport,
  { format, trace, isRecording }: SimulationView,
  terminal: Terminal,
): void {
  printProblems(report, "simulated", terminal);
  if (format === "json") {
    terminal.out(jsonReport(report, trace));
    return;
  }
  const { style } = terminal;
  if (isRecording) {
    terminal.out(recordingLines(report.simulations, style));
    if (report.simulations.length === 0) terminal.err("The HAR file has no entries.\n");
    for (const one of report.simulations) {
      if ("error" in one && one.isNone !== true) printError(one.error, terminal);
    }
    return;
  }
  for (const one of report.simulations) {
    if ("outcome" in one) terminal.out(prettySimulation(report, one, trace, style));
  }
}

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
  const help = `The service probably refuses this policy. It is ${done} all the same; lint tells more.`;
  err(`  ${errStyle.blue("help:")} ${help}\n`);
}
