import type { BehaviourOptions, PossibleOutcome, SiteOutcome } from "@traffic-policy/policy-engine";
import { formatEndpointUrl } from "@traffic-policy/policy-language/internal";
import type { SiteSimulationOutput } from "./output.ts";
import type { SiteSimulation } from "../../simulation/site-simulation.ts";
import { outcomeJson } from "../../simulation/report/outcome-json.ts";

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
    outcome: wholeJson(outcome),
    hops: outcome.hops.map((hop) => ({
      endpoint: hop.endpoint.name,
      url: formatEndpointUrl(hop.endpoint.url),
      outcome: outcomeJson(hop.outcome, trace),
    })),
    reaches: outcome.reaches?.name,
    dependsOn: dependsOn.map(({ option, value, others }) => ({
      option,
      value,
      others: others.map((other) => ({
        value: other.value,
        outcome: wholeJson(other.outcome as SiteOutcome),
      })),
    })),
  };
}

function wholeJson(whole: SiteOutcome) {
  const { hops: _, reaches: __, perhapsElsewhere: ___, ...outcome } = whole;
  return outcomeJson(outcome, false);
}
