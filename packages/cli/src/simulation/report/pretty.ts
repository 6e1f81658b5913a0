import { openQuestions, type Trace } from "@traffic-policy/policy-engine";
import { optionText, shownText, titleOf } from "@traffic-policy/policy-engine/report";
import { fromPointer, type PolicySource } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { placeIn } from "@traffic-policy/policy-module";
import type { Simulation, SimulationReport } from "../simulation.ts";
import type { Terminal } from "../../context.ts";
import {
  dependenceLines,
  errorLines,
  logLines,
  notSimulatedLines,
  outcomeLines,
} from "./outcome-lines.ts";
import { type ExpressionView, ruleLines } from "./trace-lines.ts";

/**
 * One simulation for people: the rules as a tree, how it ends, and what is not sure.
 *
 * @param all - whether also that is shown which decided nothing
 */
export function prettySimulation(
  { source, policy, behaviour }: SimulationReport,
  simulation: Simulation,
  all: boolean,
  style: Terminal["style"],
): string {
  const { outcome, dependsOn } = simulation;
  const trace = outcome.trace ?? { rules: [] };
  const limits = all ? { value: 1000, expression: 1000 } : { value: 60, expression: 80 };
  const view: ExpressionView = { limits, all, style };
  const lines = [
    style.bold(
      shownText(titleOf(simulation.asked, simulation.exchange), Math.max(limits.value, 200)),
    ),
    "",
    ...policy.directions.flatMap(({ direction }, index) =>
      directionLines(direction, trace, source, view, outcome.directions[index]?.result),
    ),
    "",
    ...outcomeLines(simulation, trace, { limit: limits.value, all, style }),
    ...errorLines(outcome, source, style),
    ...logLines(outcome, Math.max(limits.value, 200), style),
    ...notSimulatedLines(outcome, style),
    ...answeredLines(behaviour),
    ...dependenceLines(outcome, dependsOn, style),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** The rules of a direction as a tree, with what decided about each. */
export function directionLines(
  direction: string,
  { rules }: Trace,
  source: PolicySource,
  view: ExpressionView,
  result: string | undefined,
): string[] {
  const { style, all } = view;
  const own = rules.filter(({ path }) => fromPointer(path)[0] === direction);
  if (own.length === 0) return [];
  const skipped = own.filter((rule) => rule.result === "skipped");
  if (result === "skipped" && !all) return [`${direction}   ${style.dim("not reached")}`];
  const shown = all ? own : own.filter((rule) => rule.result !== "skipped");
  return [
    direction,
    ...shown.flatMap((rule) => ruleLines(rule, source, view)).map((line) => `  ${line}`),
    ...(shown.length === own.length
      ? []
      : [`  ${style.dim(`not reached  ${skipped.length} more`)}`]),
  ];
}

/** The open questions that were answered otherwise than by default. */
function answeredLines(behaviour: SimulationReport["behaviour"]): string[] {
  return Object.entries(behaviour).flatMap(([name, value]) => {
    const { default: usual } = openQuestions[name as keyof typeof openQuestions];
    if (JSON.stringify(usual) === JSON.stringify(value)) return [];
    return [`Simulated with ${name}=${optionText(value)}; the default is ${optionText(usual)}.`];
  });
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
  const help = `The service probably refuses this policy. It is ${done} anyway; run lint for details.`;
  err(`  ${errStyle.blue("help:")} ${help}\n`);
}
