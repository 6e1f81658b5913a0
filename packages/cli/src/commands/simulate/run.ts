import { documentOf, type Files, decode } from "@traffic-policy/policy-module";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { curlExchange } from "../../exchange/curl.ts";
import { withOptions, type GivenExchange, readExchanges } from "../../exchange/given-exchange.ts";
import type { SimulateOptions } from "./command.ts";
import { printOpenQuestions, printSimulations } from "./report.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { policyToSimulate } from "../../simulation/policy-to-simulate.ts";
import {
  simulateOne,
  simulateRecording,
  type FailedSimulation,
  type Simulation,
} from "../../simulation/simulation.ts";

/** `traffic-policy simulate <policy>`: what a policy does to an exchange. */
export default async function simulate(
  name: string | undefined,
  options: SimulateOptions,
  context: Context,
): Promise<ExitStatus> {
  if (options.options) {
    printOpenQuestions(options.format, context.terminal);
    return exitStatus.ok;
  }
  if (name === undefined) {
    throw new CommandError("There is no policy to simulate.", {
      help: "Name a policy file, or a target of the configuration.",
    });
  }
  const behaviour = behaviourOptions(options.option ?? []);
  const { loaded, protocol } = await policyToSimulate(name, options, context);
  const given = await exchangesOf(options, context);
  const policy = await compilePolicy(documentOf(loaded), { protocol });
  const settings = { behaviour, stubs: stubs(options.stub ?? [], policy), clock: context.clock };
  const simulations: readonly (Simulation | FailedSimulation)[] = Array.isArray(given)
    ? simulateRecording(policy, given, settings)
    : [{ ...entryOf(options), ...simulateOne(policy, given as GivenExchange, settings) }];
  printSimulations(
    { source: loaded.source, policy, behaviour, simulations },
    { format: options.format, trace: options.trace === true, isRecording: Array.isArray(given) },
    context.terminal,
  );
  return statusOf(simulations);
}

/** A recording of several exchanges, or one exchange. */
async function exchangesOf(
  options: SimulateOptions,
  context: Context,
): Promise<GivenExchange | readonly GivenExchange[]> {
  const { exchange: file, entry, curl, request } = options;
  const sources = [
    ...(file === undefined ? [] : ["--exchange"]),
    ...(curl === undefined ? [] : ["--curl"]),
    ...(request === undefined ? [] : ["--request"]),
  ];
  if (sources.length > 1) {
    throw new CommandError(`${sources.join(" and ")} cannot be used together.`, {
      help: "Each gives a request, and an exchange has only one.",
    });
  }
  const content = file === undefined ? undefined : await readExchanges(file, context);
  if (content?.kind !== "har" && entry !== undefined) {
    throw new CommandError("--entry selects an exchange of a HAR file, but none is given.", {
      help: "Give the file with --exchange.",
    });
  }
  if (content?.kind === "har") {
    if (entry === undefined) {
      return content.entries.map((one) => withOptions(one, options));
    }
    const chosen = content.entries[entry - 1];
    if (chosen !== undefined) return withOptions(chosen, options);
    throw new CommandError(`${file}: There is no entry ${entry}.`, {
      help: `Its last entry is ${content.entries.length}.`,
    });
  }
  if (content !== undefined) return withOptions(content.given, options);
  if (curl === undefined) return withOptions(noExchange(context.files), options);
  const line = curl === "-" ? decode(await context.terminal.readAll(), "standard input") : curl;
  return withOptions(curlExchange(line.trim(), context.files), options);
}

function noExchange(files: Files): GivenExchange {
  return { exchange: {}, folder: files.folder, files, place: () => "" };
}

function entryOf({ entry }: SimulateOptions): { entry?: number } {
  return entry === undefined ? {} : { entry };
}

function statusOf(simulations: readonly (Simulation | FailedSimulation)[]): ExitStatus {
  if (simulations.some((one) => "error" in one && one.isNone !== true)) return exitStatus.failure;
  const fails = simulations.some((one) => "outcome" in one && one.outcome.errors.length > 0);
  return fails ? exitStatus.findings : exitStatus.ok;
}
