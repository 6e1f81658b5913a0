import { documentOf } from "@traffic-policy/project";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { projectOf } from "../../configuration/project.ts";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { askedExchanges } from "../../exchange/asked-exchanges.ts";
import type { GivenExchange } from "../../exchange/given-exchange.ts";
import type { SimulateOptions } from "./command.ts";
import { printOpenQuestions, printSimulations } from "./report.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { givenValues } from "../../simulation/given-values.ts";

import {
  simulateOne,
  simulateRecording,
  surelyFails,
  type FailedSimulation,
  type Simulation,
} from "../../simulation/simulation.ts";

/** Runs `traffic-policy simulate <policy>`: shows what a policy does to an exchange. */
export default async function simulate(
  name: string | undefined,
  options: SimulateOptions,
  context: Context,
): Promise<ExitStatus> {
  if (options.options) {
    printOpenQuestions(options, context.terminal);
    return exitStatus.ok;
  }
  if (options.site) {
    const { simulateSite } = await import("./simulate-site.ts");
    return simulateSite(name, options, context);
  }
  if (name === undefined) {
    throw new CommandError("There is no policy to simulate.", {
      help: "Name a policy file, or a target of the configuration.",
    });
  }
  const behaviour = behaviourOptions(options);
  const { loaded, protocol } = await projectOf(options, context).policy(name, options.protocol);
  const given = await askedExchanges(options, context);
  const policy = await compilePolicy(documentOf(loaded), { protocol });
  const values = await givenValues(options, context);
  const settings = {
    behaviour,
    stubs: stubs(options, policy),
    clock: context.clock,
    values,
  };
  const simulations: readonly (Simulation | FailedSimulation)[] = Array.isArray(given)
    ? await simulateRecording(policy, given, settings)
    : [{ ...entryOf(options), ...(await simulateOne(policy, given as GivenExchange, settings)) }];
  printSimulations(
    { source: loaded.source, policy, behaviour, simulations },
    options,
    Array.isArray(given),
    context.terminal,
  );
  return statusOf(simulations);
}

function entryOf({ entry }: SimulateOptions): { entry?: number } {
  return entry === undefined ? {} : { entry };
}

function statusOf(simulations: readonly (Simulation | FailedSimulation)[]): ExitStatus {
  if (simulations.some((one) => "error" in one && one.isNone !== true)) return exitStatus.failure;
  const fails = simulations.some((one) => "possible" in one && surelyFails(one));
  return fails ? exitStatus.findings : exitStatus.ok;
}
