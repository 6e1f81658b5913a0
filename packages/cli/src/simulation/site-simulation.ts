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
import type { LeftOut } from "@traffic-policy/project";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import { CommandError } from "../context.ts";
import { checkGiven, exchangeOf, type GivenExchange } from "../exchange/given-exchange.ts";
import { leftOutText } from "../site/left-out-text.ts";
import { located, optionsFor, type SimulationSettings } from "./simulation.ts";

/** The effect of a site on an exchange that comes to one of its endpoints. */
export interface SiteSimulation extends PossibleOutcomes<SiteOutcome> {
  /** The endpoint that receives it: a member of its pool, where several do. */
  readonly entry: SiteEndpoint;
  /** Method and URL; empty without a request. */
  readonly asked: string;
  readonly exchange: Exchange;
  /** Why an endpoint that was left out may be on the way, as a sentence. */
  readonly leftOut?: string;
}

/** Simulates an exchange at each endpoint of a site that may receive it. */
export async function simulateAtSite(
  site: CompiledSite,
  leftOut: readonly LeftOut[],
  given: GivenExchange,
  settings: SimulationSettings,
): Promise<SiteSimulation[]> {
  checkGiven(given);
  const exchange = exchangeOf(given);
  const entries = entriesAt(site, leftOut, given, exchange);
  const options = optionsFor(given, settings);
  const simulations: SiteSimulation[] = [];
  for (const entry of entries) {
    const outcomes = await answered(() =>
      located(given, () =>
        possibleSiteOutcomes(site, entry, exchange, settings.behaviour, options),
      ),
    );
    const [open] = outcomes.possible.flatMap(({ outcome }) => outcome.perhapsElsewhere);
    const why = open && leftOutText(leftOut, `may receive ${open}`);
    const asked = askedOf(given.exchange);
    simulations.push({ entry, asked, exchange, ...outcomes, ...(why && { leftOut: why }) });
  }
  return simulations;
}

/**
 * Returns the endpoints of a site that receive an exchange.
 *
 * @throws CommandError when there is none
 */
export function entriesAt(
  site: CompiledSite,
  leftOut: readonly LeftOut[],
  given: GivenExchange,
  exchange: Exchange,
): readonly SiteEndpoint[] {
  try {
    return located(given, () => receiversOf(site, exchange));
  } catch (error) {
    const why = leftOutText(leftOut, "may receive it");
    if (!(error instanceof CommandError) || why === undefined) throw error;
    throw new CommandError(error.message, { help: [error.help ?? [], why].flat().join(" ") });
  }
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
