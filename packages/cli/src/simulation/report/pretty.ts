import { type Exchange, type PossibleOutcome } from "@traffic-policy/policy-engine";
import { behaviourIn } from "@traffic-policy/policy-engine/internal";
import { optionText, resultText, shownText, titleOf } from "@traffic-policy/policy-engine/report";
import { printable } from "@traffic-policy/policy-language/internal";
import { placeIn } from "@traffic-policy/project";
import type { Simulation, SimulationReport } from "../simulation.ts";
import type { Terminal } from "../../context.ts";
import {
  dependenceLines,
  errorLines,
  logLines,
  notSimulatedLines,
  outcomeLines,
  possibleLines,
} from "./outcome-lines.ts";
import { traceLines, type TraceLinesView } from "./trace-lines.ts";

export function prettySimulation(
  { source, policy, behaviour }: SimulationReport,
  simulation: Simulation,
  all: boolean,
  style: Terminal["style"],
): string {
  const limits = all ? { value: 1000, expression: 1000 } : { value: 60, expression: 80 };
  const view: TraceLinesView = { limits, all, style };
  const { asked, exchange, possible } = simulation;
  const isShort = all || possible.length <= mostShown;
  const lines = [
    style.bold(shownText(titleOf(asked, exchange), Math.max(limits.value, 200))),
    "",
    ...possibleLines(simulation, style),
    ...(isShort ? [] : [style.dim("  --trace shows how each of them comes about.")]),
    ...(isShort ? possible : []).flatMap((one, index) => [
      ...(possible.length === 1
        ? []
        : ["", style.bold(`${index + 1}. ${resultText(one.outcome)}`), ""]),
      ...waysLines({ source, policy, behaviour }, one, exchange, view),
    ]),
    ...answeredLines({ policy, behaviour }),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

const mostShown = 3;

function waysLines(
  { source, policy }: Omit<SimulationReport, "simulations">,
  { outcome, dependsOn }: PossibleOutcome,
  exchange: Exchange,
  view: TraceLinesView,
): string[] {
  const { style, all, limits } = view;
  return [
    ...traceLines(outcome, { policy, source }, view),
    "",
    ...outcomeLines(outcome, exchange, { limit: limits.value, all, style }),
    ...errorLines(outcome, source, style),
    ...logLines(outcome, Math.max(limits.value, 200), style),
    ...notSimulatedLines(outcome, style),
    ...dependenceLines(outcome, dependsOn, style),
  ];
}

function answeredLines({
  policy,
  behaviour,
}: Pick<SimulationReport, "policy" | "behaviour">): string[] {
  const defaults = behaviourIn(policy.dialect);
  return Object.entries(behaviour).flatMap(([name, value]) => {
    const usual = defaults[name as keyof typeof defaults];
    if (JSON.stringify(usual) === JSON.stringify(value)) return [];
    return [`Simulated with ${name}=${optionText(value)}; the default is ${optionText(usual)}.`];
  });
}

/**
 * Prints problems for which the service would refuse the policy, as far as known. The command runs anyway, because
 * other services may accept it.
 *
 * @param done - the activity: `simulated`
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
