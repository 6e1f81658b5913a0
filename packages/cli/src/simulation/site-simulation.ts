import {
  answered,
  possibleSiteOutcomes,
  receiversOf,
  type CompiledSite,
  type Exchange,
  type PossibleOutcomes,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import { askedOf } from "@traffic-policy/policy-engine/report";
import type { SiteEndpoint } from "@traffic-policy/policy-language/internal";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import { checkGiven, exchangeOf, type GivenExchange } from "../exchange/given-exchange.ts";
import { located, optionsFor, type SimulationSettings } from "./simulation.ts";

/** The effect of a site on an exchange that comes to one of its endpoints. */
export interface SiteSimulation extends PossibleOutcomes<SiteOutcome> {
  /** The endpoint that receives it: a member of its pool, where several do. */
  readonly entry: SiteEndpoint;
  /** Method and URL; empty without a request. */
  readonly asked: string;
  readonly exchange: Exchange;
}

/** Simulates an exchange at each endpoint of a site that may receive it. */
export async function simulateAtSite(
  site: CompiledSite,
  given: GivenExchange,
  settings: SimulationSettings,
): Promise<SiteSimulation[]> {
  checkGiven(given);
  const exchange = exchangeOf(given);
  const entries = located(given, () => receiversOf(site, exchange));
  const options = optionsFor(given, settings);
  const simulations: SiteSimulation[] = [];
  for (const entry of entries) {
    const outcomes = await answered(() =>
      located(given, () =>
        possibleSiteOutcomes(site, entry, exchange, settings.behaviour, options),
      ),
    );
    simulations.push({ entry, asked: askedOf(given.exchange), exchange, ...outcomes });
  }
  return simulations;
}

/** The same without secrets. */
export function maskedSimulation(simulation: SiteSimulation, mask: SecretMask): SiteSimulation {
  const { entry, possible, ...others } = simulation;
  const [first, ...rest] = possible.map(({ outcome, dependsOn, ...one }) => ({
    ...mask.data(one),
    outcome: maskedOutcome(outcome, mask),
    dependsOn: dependsOn.map((dependence) => ({
      ...dependence,
      others: dependence.others.map(({ value, outcome: other }) => ({
        value,
        outcome: maskedOutcome(other as SiteOutcome, mask),
      })),
    })),
  }));
  return { ...mask.data(others), entry, possible: [first as NonNullable<typeof first>, ...rest] };
}

/** Endpoints and policies are no data that is printed. */
export function maskedOutcome(
  { hops, reaches, ...outcome }: SiteOutcome,
  mask: SecretMask,
): SiteOutcome {
  return {
    ...mask.data(outcome),
    ...(reaches && { reaches }),
    hops: hops.map((hop) => ({
      ...hop,
      exchange: mask.data(hop.exchange),
      outcome: mask.data(hop.outcome),
    })),
  };
}
