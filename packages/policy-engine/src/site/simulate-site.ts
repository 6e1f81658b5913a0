import {
  formatEndpointUrl,
  listed,
  withUsualPort,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import type { CompiledPolicy } from "../policy/compile-policy.ts";
import { ExchangeError, type Exchange, type ForwardedRequest } from "../exchange/exchange.ts";
import type { ClientResponse } from "../exchange/response-state.ts";
import { parseUrl } from "../exchange/url.ts";
import type { SimulationOptions } from "../options.ts";
import type { NotSimulated, Outcome } from "../outcome.ts";
import type { Reached } from "../run/carrier.ts";
import { ExchangeRun } from "../run/exchange-run.ts";
import { Unanswered } from "../run/unanswered.ts";
import { endpointText, protocolOf, type CompiledSite } from "./compiled-site.ts";

/** An endpoint on the way of an exchange, with what happened there. */
export interface Hop {
  readonly endpoint: SiteEndpoint;
  readonly policy: CompiledPolicy;
  /** The exchange as it came to the endpoint. */
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/**
 * The effect of a site on an exchange: how it ends for the client, with all logs and errors on the way. `request` is
 * what reaches the server behind the last endpoint.
 */
export interface SiteOutcome extends Outcome {
  /** The endpoints on the way, in order; at least one. */
  readonly hops: readonly Hop[];
  /** The endpoint whose server the exchange reaches; none when it reaches none. */
  readonly reaches?: SiteEndpoint;
  /** The URLs on the way that an endpoint outside of the site may receive, if there is one. */
  readonly perhapsElsewhere: readonly string[];
}

/** The state of a site that its files do not tell. */
export interface SiteOptions extends SimulationOptions {
  /** The names of the endpoints that are offline; none by default. */
  readonly offline?: ReadonlySet<string>;
  /** The names of the members of pools that are chosen; the first of each by default. */
  readonly members?: ReadonlySet<string>;
}

/**
 * How many forwards an exchange may take. The limit of the service is not published (error 3501); published sites take
 * three at most.
 */
export const mostForwards = 8;

export const tooManyForwards = `It is forwarded more than ${mostForwards} times, as in a loop.`;

export function notInSite(url: string): string {
  return `No internal endpoint of the site has the URL ${url}.`;
}

/**
 * Simulates the effect of a site on an exchange, beginning at an endpoint; see `simulateSync`.
 *
 * `conn.*` is the client's at each endpoint, which the documentation does not say. Source: facts/phases/site.md, "What
 * survives a forward".
 *
 * @param counts - whether it counts for `rate-limit` and `circuit-breaker` in later exchanges; asked when it has ended
 * @throws ExchangeError when the exchange cannot be, or has its upstream as a function
 * @throws Unanswered when the options have `tokens` that do not know a token yet; see `answered`
 */
export function simulateSite(
  site: CompiledSite,
  entry: SiteEndpoint,
  exchange: Exchange,
  options: SiteOptions = {},
  counts: () => boolean = () => true,
): SiteOutcome {
  if (exchange.upstream !== undefined) {
    throw new ExchangeError(
      "The upstream is a function, which may be asynchronous.",
      "Give the response as data.",
    );
  }
  return new SiteRun(site, options).run(entry, exchange, counts);
}

interface Running {
  readonly endpoint: SiteEndpoint;
  readonly policy: CompiledPolicy;
  readonly exchange: Exchange;
  readonly run: ExchangeRun;
}

class SiteRun {
  readonly #site: CompiledSite;
  readonly #options: SiteOptions;
  /** The URLs that an endpoint outside of the site may receive, if there is one. */
  readonly #perhapsElsewhere = new Set<string>();
  /** Why it is not known which endpoint some forwards come to. */
  readonly #notKnown = new Set<string>();

  constructor(site: CompiledSite, options: SiteOptions) {
    this.#site = site;
    this.#options = options;
  }

  run(entry: SiteEndpoint, exchange: Exchange, counts: () => boolean): SiteOutcome {
    const hops: Running[] = [];
    const abandon = (): void => {
      for (const { run } of hops) run.abandon();
    };
    const { isPooled, url } = entry;
    const asked = exchange.endpoint?.url ?? exchange.request?.url;
    // A pool may have more members, and a wildcard gets what no other endpoint does.
    if (asked !== undefined && (isPooled || url.host.startsWith("*."))) {
      this.#perhapsElsewhere.add(asked);
    }
    try {
      const last = this.#there(entry, exchange, hops);
      const back = this.#back(hops, last, exchange);
      const outcome = outcomeOf(back, last, {
        notKnown: this.#whatIsNotKnown(),
        perhapsElsewhere: [...this.#perhapsElsewhere],
      });
      if (!counts()) abandon();
      return outcome;
    } catch (error) {
      if (error instanceof Unanswered) abandon();
      throw error;
    }
  }

  /** Runs the rules before the upstream at each endpoint; returns where the exchange arrives. */
  #there(entry: SiteEndpoint, exchange: Exchange, hops: Running[]): Arrival {
    let [endpoint, given] = [entry, exchange];
    for (;;) {
      const policy =
        hops.length === 0 ? this.#site.policyOf(endpoint) : this.#site.policyBehind(endpoint);
      const run = new ExchangeRun(policy, given, this.#optionsAt(endpoint), {
        reachable: (url) => this.#reachable(url, hops.length),
      });
      hops.push({ endpoint, policy, exchange: given, run });
      const request = run.request();
      const { forwardedTo } = run;
      if (forwardedTo === undefined) {
        return run.isForwarded && endpoint.kind === "agent" ? { reaches: endpoint } : {};
      }
      const target = this.#chosen(forwardedTo);
      if (target === undefined) return {};
      given = nextExchange(given, request, target);
      endpoint = target;
    }
  }

  /** The same path of a policy is another rule at another endpoint, which counts on its own. */
  #optionsAt({ name }: SiteEndpoint): SiteOptions {
    const { rateLimits, circuitBreakers } = this.#options;
    return {
      ...this.#options,
      ...(rateLimits && { rateLimits: rateLimits.of(name) }),
      ...(circuitBreakers && { circuitBreakers: circuitBreakers.of(name) }),
    };
  }

  #reachable(url: string, hops: number): Reached {
    const { endpoints, unsure } = this.#site.targetsOf(url);
    if (unsure !== undefined || endpoints.every(({ isPooled }) => isPooled)) {
      this.#perhapsElsewhere.add(url);
    }
    if (this.#options.questions?.isUnknownIn(url) === true) {
      this.#notKnown.add(`Only the service knows which endpoint ${url} is.`);
    }
    if (endpoints.length === 0) {
      return { kind: "failed", message: notInSite(url) };
    }
    if (this.#chosen(url) === undefined) {
      return { kind: "failed", message: `${endpointsText(endpoints)} cannot be reached.` };
    }
    if (hops >= mostForwards) {
      return { kind: "failed", message: tooManyForwards };
    }
    return { kind: "reached" };
  }

  #whatIsNotKnown(): NotSimulated[] {
    const elsewhere = this.#site.isPartial ? [...this.#perhapsElsewhere] : [];
    return [
      ...this.#notKnown,
      ...elsewhere.map((url) => `${url} may be an endpoint that is not read.`),
    ].map((message) => ({ path: "", type: "policy", message }));
  }

  /** Returns the endpoint that receives what is forwarded to a URL; undefined when none does. */
  #chosen(url: string): SiteEndpoint | undefined {
    const { endpoints, unsure } = this.#site.targetsOf(url);
    const { offline, members, questions } = this.#options;
    const online = endpoints.filter(({ name }) => offline?.has(name) !== true);
    const isSo = (of: string): boolean => {
      const text = `${url} → ${of}`;
      return questions?.ask({ kind: "route", path: "", text }, { key: `route ${text}` }) ?? true;
    };
    const [first] = online;
    if (first === undefined) return undefined;
    if (unsure !== undefined && !isSo(formatEndpointUrl(first.url))) return undefined;
    const named = online.find(({ name }) => members?.has(name));
    if (named !== undefined) return named;
    return online.find((one, index) => index === online.length - 1 || isSo(endpointText(one)));
  }

  /** Runs the rules after the upstream at each endpoint, the innermost first. */
  #back(hops: readonly Running[], { reaches }: Arrival, { response }: Exchange): readonly Hop[] {
    let answer = reaches === undefined ? undefined : response;
    const done = hops.toReversed().map(({ run, ...hop }): Hop => {
      run.response(answer);
      const outcome = run.outcome();
      answer = outcome.response && inputOf(outcome.response);
      return { ...hop, outcome };
    });
    return done.toReversed();
  }
}

interface Arrival {
  readonly reaches?: SiteEndpoint;
}

/**
 * Returns the exchange as the next endpoint gets it: with the request as the rules left it, and the URL of its own
 * endpoint. Variables that actions set are gone.
 */
function nextExchange(
  exchange: Exchange,
  request: ForwardedRequest | undefined,
  target: SiteEndpoint,
): Exchange {
  const { request: before, endpoint: _, variables, ...others } = exchange;
  const { cookies: __, bodySize: ___, ...sent } = before ?? { url: "/" };
  const isHttp = protocolOf(target) === "http";
  const kept = Object.entries(variables ?? {}).filter(
    ([name]) => !/^(?:actions|endpoint|vars)\b/.test(name),
  );
  return {
    ...others,
    endpoint: { url: formatEndpointUrl(target.url) },
    ...(kept.length > 0 && { variables: Object.fromEntries(kept) }),
    ...(isHttp && request && { request: { ...sent, ...request } }),
  };
}

function inputOf({ status, headers, body }: ClientResponse): NonNullable<Exchange["response"]> {
  return { status, headers, ...(body !== undefined && { body }) };
}

function outcomeOf(
  hops: readonly Hop[],
  { reaches }: Arrival,
  {
    notKnown,
    perhapsElsewhere,
  }: Pick<SiteOutcome, "perhapsElsewhere"> & { readonly notKnown: readonly NotSimulated[] },
): SiteOutcome {
  const outcomes = hops.map(({ outcome }) => outcome);
  const [first, last] = [outcomes[0], outcomes.at(-1)] as [Outcome, Outcome];
  const { request: _, forwardedTo: __, ...outer } = first;
  const { request } = last;
  const all = <Item>(of: (outcome: Outcome) => readonly Item[]): readonly Item[] =>
    outcomes.flatMap(of);
  const ended = outcomes.find(({ result }) => result !== "forwarded")?.result;
  return {
    ...outer,
    // A cloud endpoint whose rules do not end fails: error 6029.
    result: ended ?? (reaches === undefined ? "failed" : "forwarded"),
    ...(reaches !== undefined && request && { request }),
    ...(reaches && { reaches }),
    logs: all(({ logs }) => logs),
    errors: all(({ errors }) => errors),
    notSimulated: [
      ...all(({ notSimulated }) => notSimulated),
      ...hops.flatMap(unreadPolicy),
      ...notKnown,
    ],
    hops,
    perhapsElsewhere,
  };
}

/** A policy that is not known is simulated as if it had no rules. */
function unreadPolicy({ endpoint }: Hop): NotSimulated[] {
  const { unread } = endpoint;
  if (unread === undefined) return [];
  const message = `The policy of ${endpointText(endpoint)} is not known: ${unread}.`;
  return [{ path: "", type: "policy", message }];
}

function endpointsText(endpoints: readonly SiteEndpoint[]): string {
  const [first] = endpoints;
  return first === undefined ? "It" : formatEndpointUrl(first.url);
}

/**
 * Returns the endpoints that receive what clients send, by the URL that it is sent to.
 *
 * @throws ExchangeError when none does
 */
export function receiversOf(
  compiled: CompiledSite,
  exchange: Exchange,
): readonly [SiteEndpoint, ...SiteEndpoint[]] {
  const [first, ...others] = entriesFor(compiled, exchange);
  if (first !== undefined) return [first, ...others];
  const url = exchange.endpoint?.url ?? exchange.request?.url;
  const urls = compiled.site.endpoints.flatMap(({ binding, url: own }) =>
    binding === "internal" ? [] : [formatEndpointUrl(own)],
  );
  const help =
    urls.length === 0
      ? "No endpoint of the site is reached from outside."
      : `Those that are reached from outside are ${listed([...new Set(urls)], mostUrls)}.`;
  if (url === undefined) {
    const message = "There is no URL that leads to an endpoint of the site.";
    throw new ExchangeError(message, `Add one, like https://shop.example/. ${help}`, "");
  }
  throw new ExchangeError(`No endpoint of the site receives ${url}.`, help);
}

const mostUrls = 8;

/** Does the same, with an empty list when there are none. */
export function entriesFor(
  { site }: CompiledSite,
  { request, endpoint }: Exchange,
): readonly SiteEndpoint[] {
  const url = parseUrl(endpoint?.url ?? request?.url ?? "");
  if (url === undefined) return [];
  const { scheme, host, port } = url;
  if (scheme !== "http" && scheme !== "https" && scheme !== "tcp" && scheme !== "tls") return [];
  const given = { scheme, host: host.toLowerCase(), ...(port !== undefined && { port }) } as const;
  const place = withUsualPort(given);
  const { endpoints } = site.receiving(place, "public");
  return endpoints.length > 0 ? endpoints : site.receiving(place, "kubernetes").endpoints;
}
