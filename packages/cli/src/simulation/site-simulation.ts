import {
  answered,
  entriesFor,
  possibleSiteOutcomes,
  type CompiledSite,
  type Exchange,
  type PossibleOutcomes,
  type SiteOutcome,
} from "@traffic-policy/policy-engine";
import { askedOf } from "@traffic-policy/policy-engine/report";
import {
  formatEndpointUrl,
  listed,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import type { LeftOut } from "@traffic-policy/project";
import type { SecretMask } from "@traffic-policy/report/secret-mask";
import type { CommandError } from "../context.ts";
import {
  checkGiven,
  exchangeOf,
  problemAt,
  type GivenExchange,
} from "../exchange/given-exchange.ts";
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
    const open = openUrl(entry, exchange, outcomes);
    const why = open === undefined ? undefined : leftOutText(leftOut, `may receive ${open}`);
    const asked = askedOf(given.exchange);
    simulations.push({ entry, asked, exchange, ...outcomes, ...(why && { leftOut: why }) });
  }
  return simulations;
}

/** Returns what another endpoint of the account may receive, if there is one, in words; undefined for nothing. */
function openUrl(
  { url: { host }, isPooled }: SiteEndpoint,
  exchange: Exchange,
  { possible }: PossibleOutcomes<SiteOutcome>,
): string | undefined {
  if (isPooled || host.startsWith("*.")) return urlOf(exchange);
  const [url] = possible.flatMap(({ outcome }) => outcome.perhapsElsewhere);
  return url && `what is forwarded to ${url}`;
}

function urlOf({ endpoint, request }: Exchange): string | undefined {
  return endpoint?.url ?? request?.url;
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
  const entries = entriesFor(site, exchange);
  if (entries.length === 0) throw noEntry(site, leftOut, given, exchange);
  return entries;
}

const mostUrls = 8;

function noEntry(
  { site }: CompiledSite,
  leftOut: readonly LeftOut[],
  given: GivenExchange,
  exchange: Exchange,
): CommandError {
  const url = urlOf(exchange);
  const urls = site.endpoints.flatMap(({ binding, url: own }) =>
    binding === "internal" ? [] : [formatEndpointUrl(own)],
  );
  const help =
    urls.length === 0
      ? "No endpoint of the site is reached from outside."
      : `Those that are reached from outside are ${listed([...new Set(urls)], mostUrls)}.`;
  if (url === undefined) {
    return problemAt(
      given.place(""),
      "There is no URL that leads to an endpoint of the site.",
      `Add one, like --request 'GET https://shop.example/'. ${help}`,
    );
  }
  const why = leftOutText(leftOut, "may receive it");
  return problemAt(
    given.place("/request/url"),
    `No endpoint of the site receives ${url}.`,
    [help, ...(why === undefined ? [] : [why])].join(" "),
  );
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
function maskedOutcome({ hops, reaches, ...outcome }: SiteOutcome, mask: SecretMask): SiteOutcome {
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
