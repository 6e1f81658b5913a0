import type { BehaviourOptions, PossibleOutcome, SiteOutcome } from "@traffic-policy/policy-engine";
import type { SiteSimulationOutput } from "./output.ts";
import type { SiteSimulation } from "../../simulation/site-simulation.ts";
import { siteOutcomeJson, wholeOutcomeJson } from "../../simulation/report/site-outcome-json.ts";

export function siteSimulationJson(
  simulations: readonly SiteSimulation[],
  behaviour: Partial<BehaviourOptions>,
  withTrace: boolean,
): SiteSimulationOutput {
  return {
    version: 1,
    options: behaviour,
    simulations: simulations.map(({ entry, asked, possible, isComplete, leftOut }) => ({
      entry: entry.name,
      asked,
      possible: possible.map((one) => possibleJson(one, withTrace)),
      isComplete: isComplete && leftOut === undefined,
      leftOut,
    })),
  };
}

function possibleJson({ when, outcome, dependsOn }: PossibleOutcome<SiteOutcome>, trace: boolean) {
  return {
    when,
    ...siteOutcomeJson(outcome, trace),
    dependsOn: dependsOn.map(({ option, value, others }) => ({
      option,
      value,
      others: others.map((other) => ({
        value: other.value,
        outcome: wholeOutcomeJson(other.outcome as SiteOutcome),
      })),
    })),
  };
}
