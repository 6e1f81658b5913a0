import { type PossibleOutcome } from "@traffic-policy/policy-engine";
import {
  answersOf,
  type OpenQuestion,
  openQuestions,
} from "@traffic-policy/policy-engine/internal";
import { aligned } from "@traffic-policy/report";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { optionText, resultText, ruleName, shownText } from "@traffic-policy/policy-engine/report";
import type { Format } from "../../program/options.ts";
import { printError, toReportedError } from "../../report/error.ts";
import { prettySimulation, printProblems } from "../../simulation/report/pretty.ts";
import {
  type FailedSimulation,
  type Simulation,
  type SimulationReport,
} from "../../simulation/simulation.ts";
import { outcomeJson } from "../../simulation/report/outcome-json.ts";
import { resultColor } from "../../simulation/report/outcome-lines.ts";
import type { Terminal, Style } from "../../context.ts";
import type { OpenQuestionsOutput, SimulationOutput } from "./output.ts";
import { jsonWithBytes, printJson } from "../../report/json.ts";

export function printSimulations(
  found: SimulationReport,
  { format, trace = false }: { readonly format: Format; readonly trace?: boolean },
  isRecording: boolean,
  terminal: Terminal,
): void {
  const mask = new SecretMask();
  const report = { ...found, simulations: mask.data(found.simulations) };
  printProblems(report, "simulated", terminal);
  if (format === "json") {
    terminal.out(jsonReport(report, trace));
    return;
  }
  const { style } = terminal;
  if (isRecording) {
    terminal.print(recordingLines(report.simulations, style));
    for (const one of report.simulations) {
      if ("error" in one && one.isNone !== true) printError(one.error, { terminal });
    }
    return;
  }
  for (const one of report.simulations) {
    if ("possible" in one) terminal.print(prettySimulation(report, one, trace, style));
  }
}

function jsonReport(
  { source, policy, behaviour, simulations }: SimulationReport,
  trace: boolean,
): string {
  const output: SimulationOutput = {
    version: 1,
    file: source.file,
    protocol: policy.protocol,
    options: behaviour,
    problems: policy.problems.map(({ path, span, message }) => {
      return { path, message, location: source.locate(path, span ?? "value") };
    }),
    simulations: simulations.map((one) => {
      const { entry, asked } = one;
      if ("error" in one) return { entry, asked, error: toReportedError(one.error) };
      const [only, ...others] = one.possible;
      if (others.length === 0 && one.isComplete)
        return { entry, asked, ...possibleJson(only, trace) };
      const possible = one.possible.map((outcome) => ({
        when: outcome.when,
        ...possibleJson(outcome, trace),
      }));
      return { entry, asked, possible, isComplete: one.isComplete };
    }),
  };
  return `${jsonWithBytes(output, 2)}\n`;
}

function possibleJson({ outcome, dependsOn }: PossibleOutcome, trace: boolean) {
  return {
    outcome: outcomeJson(outcome, trace),
    dependsOn: dependsOn.map(({ option, value, others }) => ({
      option,
      value,
      others: others.map((other) => ({
        value: other.value,
        outcome: outcomeJson(other.outcome, false),
      })),
    })),
  };
}

export function recordingLines(
  simulations: readonly (Simulation | FailedSimulation)[],
  style: Style,
): string {
  const rows = simulations.map((one) => [
    String(one.entry ?? 0),
    colorOf(one, style)("possible" in one ? resultOf(one) : "not simulated"),
    shownText(one.asked, 70),
    style.dim("possible" in one ? matchedText(one) : one.isNone ? one.error.message : ""),
  ]);
  return aligned(rows, style, { numbers: [0] })
    .map((line) => `${line}\n`)
    .join("");
}

function colorOf(one: Simulation | FailedSimulation, style: Style): (text: string) => string {
  if (!("possible" in one)) return one.isNone ? style.dim : style.red;
  const { possible, isComplete } = one;
  const [{ outcome }] = possible;
  return possible.length > 1 || !isComplete ? style.yellow : resultColor(outcome.result, style);
}

function resultOf({ possible, isComplete }: Simulation): string {
  const results = [...new Set(possible.map(({ outcome }) => resultText(outcome)))];
  return [...results, ...(isComplete ? [] : ["others"])].join(" or ");
}

function matchedText({ possible }: Simulation): string {
  const [{ outcome }, ...others] = possible;
  if (others.length > 0) return "It depends on what only the service knows.";
  return shownText(outcome.matched.map((rule) => ruleName(rule)).join(", "), 100);
}

export function printOpenQuestions(options: { readonly format: Format }, terminal: Terminal): void {
  const questions: [string, OpenQuestion][] = Object.entries(openQuestions);
  if (options.format === "json") {
    const all = questions.map(([name, question]) => ({ name, ...question }));
    printJson({ version: 1, options: all } satisfies OpenQuestionsOutput, terminal);
    return;
  }
  const { print, style } = terminal;
  const texts = questions.map(([name, question]) =>
    [
      `${style.bold(name)}=${defaultsText(question)}`,
      `  ${question.question}`,
      `  ${answersOf(question)}`,
      `  ${style.dim(question.why)}`,
      "",
    ].join("\n"),
  );
  print(texts.join("\n"));
}

function defaultsText({ default: usual, defaultIn = {} }: OpenQuestion): string {
  const own = Object.entries(defaultIn).map(
    ([dialect, value]) => `${optionText(value)} in ${dialect}`,
  );
  return [optionText(usual), ...own].join(", ");
}
