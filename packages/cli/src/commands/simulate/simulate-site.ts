import { compileSite } from "@traffic-policy/policy-engine";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { askedExchanges } from "../../exchange/asked-exchanges.ts";
import type { GivenExchange } from "../../exchange/given-exchange.ts";
import { printError } from "../../report/error.ts";
import { jsonWithBytes } from "../../report/json.ts";
import { behaviourOptions, stubs } from "../../simulation/behaviour-options.ts";
import { givenValues } from "../../simulation/given-values.ts";
import { siteSimulationJson } from "./site-json.ts";
import { siteSimulationText } from "../../simulation/report/site-lines.ts";
import { surelyFails } from "../../simulation/simulation.ts";
import { maskedSimulation, simulateAtSite } from "../../simulation/site-simulation.ts";
import type { SimulateOptions } from "./command.ts";

/** Runs `traffic-policy simulate --site [path]`: follows an exchange through the endpoints of a site. */
export async function simulateSite(
  path: string | undefined,
  options: SimulateOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal, clock } = context;
  const behaviour = behaviourOptions(options);
  const reading = await projectOf(options, context).site(path === undefined ? [] : [path]);
  for (const { error } of reading.failures) printError(error, context);
  const given = await askedExchanges(options, context);
  if (Array.isArray(given)) {
    throw new CommandError("--site follows one exchange, and the file is a recording.", {
      help: "Choose one of its exchanges with --entry.",
    });
  }
  const site = await compileSite(reading.site);
  const policies = reading.site.endpoints.map((endpoint) => site.policyOf(endpoint));
  const settings = {
    behaviour,
    stubs: stubs(options, ...policies),
    clock,
    values: await givenValues(options, context),
  };
  const simulations = await simulateAtSite(site, reading.leftOut, given as GivenExchange, settings);
  const mask = new SecretMask();
  const masked = simulations.map((one) => maskedSimulation(one, mask));
  const { format, trace = false } = options;
  if (format === "json") {
    terminal.out(`${jsonWithBytes(siteSimulationJson(masked, behaviour, trace), 2)}\n`);
  } else {
    terminal.print(masked.map((one) => siteSimulationText(one, trace, terminal.style)).join("\n"));
  }
  // Of what could not be read, something may have received the request.
  const isUnknown = simulations.some(({ leftOut }) => leftOut !== undefined);
  if (isUnknown || reading.failures.length > 0) return exitStatus.failure;
  return simulations.some((one) => surelyFails(one)) ? exitStatus.findings : exitStatus.ok;
}
