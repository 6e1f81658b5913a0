import { formatEndpointUrl, type SiteEndpoint } from "@traffic-policy/policy-language/internal";
import {
  possibleSiteOutcomes,
  type PossibleOutcome,
  type PossibleOutcomes,
} from "../dependences.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { SimulationOptions } from "../options.ts";
import type { NotSimulated, RuleReference } from "../outcome.ts";
import { endpointText, type CompiledSite } from "../site/compiled-site.ts";
import { receiversOf, type SiteOutcome } from "../site/simulate-site.ts";
import { compareOutcome } from "./compare-outcome.ts";
import type { CaseSettings, PolicyCase } from "./policy-case.ts";
import {
  AnyCaseRunner,
  compareOutcomes,
  isCovered,
  outcomeNotKnown,
  repeated,
  type CaseResult,
  type CaseRunning,
} from "./run-case.ts";

/** Runs cases through a whole site, from the endpoint that receives the request; see `CaseRunner`. */
export class SiteCaseRunner extends AnyCaseRunner<SiteOutcome> {
  readonly #site: CompiledSite;
  readonly #rules: readonly RuleReference[];

  /**
   * @param settings - what holds for all of them; a case may say otherwise
   * @param how - `trace`: whether also the outcomes of cases that pass have a trace; `clock`: the time of
   *   exchanges that say none, in milliseconds since 1970, `Date.now` when left out
   */
  constructor(site: CompiledSite, settings?: CaseSettings, how?: CaseRunning) {
    super(settings, how);
    this.#site = site;
    this.#rules = site.site.endpoints.flatMap((endpoint) =>
      site.policyOf(endpoint).rules.map((rule) => placedAt(endpoint, rule)),
    );
  }

  protected async simulated(
    { times, expect }: PolicyCase,
    exchange: Exchange,
    options: () => SimulationOptions,
  ): Promise<CaseResult<SiteOutcome>> {
    const entries = receiversOf(this.#site, exchange);
    const found: PossibleOutcomes<SiteOutcome>[] = [];
    for (const entry of entries) {
      const simulation = options();
      const outcomes = await repeated(times, async () =>
        possibleSiteOutcomes(this.#site, entry, exchange, {}, simulation),
      );
      found.push(entries.length === 1 ? outcomes : comingTo(entry, outcomes));
    }
    const { endpoints } = this.#site.site;
    const result = compareOutcomes(together(found), ({ outcome, unknownTexts = [] }) =>
      compareOutcome(this.#whole(outcome), expect, {
        unknownTexts,
        isCovered: (action) => this.#isCovered(action),
        endpoints,
      }),
    );
    const pool = (times ?? 1) > 1 ? this.#poolOn(found) : undefined;
    if (pool === undefined) return result;
    const note = `Only the service knows which members of ${formatEndpointUrl(pool.url)} get the requests before.`;
    return { ...result, differences: [outcomeNotKnown(note)] };
  }

  /** Returns the outcome with the rules of all policies, each at its endpoint. */
  #whole(outcome: SiteOutcome): SiteOutcome {
    const { hops } = outcome;
    const ended = hops.find((hop) => hop.outcome.result !== "forwarded") ?? hops.at(-1);
    return {
      ...outcome,
      rules: this.#rules,
      matched: hops.flatMap(({ endpoint, outcome: { matched } }) =>
        matched.map((rule) => placedAt(endpoint, rule)),
      ),
      ...(ended && {
        directions: ended.outcome.directions.map(({ by, ...one }) => ({
          ...one,
          ...(by && { by: placedAt(ended.endpoint, by) }),
        })),
      }),
      trace: {
        rules: hops.flatMap(({ endpoint, outcome: { trace } }) =>
          (trace?.rules ?? []).map((rule) => placedAt(endpoint, rule)),
        ),
      },
    };
  }

  #isCovered(action: NotSimulated): boolean {
    const policies = this.#site.site.endpoints.map((one) => this.#site.policyOf(one));
    return action.path !== "" && policies.every((policy) => isCovered(action, policy));
  }

  #poolOn(found: readonly PossibleOutcomes<SiteOutcome>[]): SiteEndpoint | undefined {
    const { endpoints } = this.#site.site;
    return found
      .flatMap(({ possible }) => possible.flatMap(({ outcome }) => outcome.hops))
      .map(({ endpoint }) => endpoint)
      .find((endpoint) => endpoints.some((one) => one !== endpoint && hasUrlOf(one, endpoint)));
  }
}

/** Gives the path of a part of a policy its endpoint: `https://api.internal/on_http_request/0`. */
function placedAt<Part extends { readonly path: string }>({ url }: SiteEndpoint, part: Part): Part {
  return { ...part, path: `${formatEndpointUrl(url)}${part.path}` };
}

function hasUrlOf(one: SiteEndpoint, other: SiteEndpoint): boolean {
  return (
    one.binding === other.binding && formatEndpointUrl(one.url) === formatEndpointUrl(other.url)
  );
}

/** Adds that the exchange comes to one of several endpoints. */
function comingTo(
  entry: SiteEndpoint,
  { possible, isComplete }: PossibleOutcomes<SiteOutcome>,
): PossibleOutcomes<SiteOutcome> {
  const way = { kind: "route", path: "", text: endpointText(entry), answer: true } as const;
  const [first, ...others] = possible.map((one): PossibleOutcome<SiteOutcome> => ({
    ...one,
    when: (one.when.length === 0 ? [[]] : one.when).map((answers) => [way, ...answers]),
  }));
  return { possible: [first as PossibleOutcome<SiteOutcome>, ...others], isComplete };
}

function together(found: readonly PossibleOutcomes<SiteOutcome>[]): PossibleOutcomes<SiteOutcome> {
  const [first, ...others] = found.flatMap(({ possible }) => possible);
  return {
    possible: [first as PossibleOutcome<SiteOutcome>, ...others],
    isComplete: found.every(({ isComplete }) => isComplete),
  };
}
