import {
  CircuitBreakers,
  entriesFor,
  possibleSiteOutcomes,
  RateLimits,
  stubsOf,
  type CaseSettings,
  type CompiledSite,
  type Exchange,
  type PossibleOutcome,
  type PossibleOutcomes,
  type SiteOutcome,
  type Stub,
} from "@traffic-policy/policy-engine";
import { behaviourIn, isCovered } from "@traffic-policy/policy-engine/internal";
import type { Dialect } from "@traffic-policy/policy-language";
import { answerText } from "@traffic-policy/policy-engine/report";
import {
  formatEndpointUrl,
  ownMember,
  parseEndpointUrl,
  serverText,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import type { Database, QueryOptions } from "./database.ts";
import { numberOf, possible } from "./decided.ts";
import { absentIn } from "./engine-decisions.ts";
import { PolicyNeeds } from "./engine-needs.ts";
import type { LogColumns, LogRecord } from "./fields.ts";
import type { Unknown } from "./impact.ts";
import { kindOfStatus, type OutcomeKind } from "./policy-endings.ts";
import { columnsOf, requestsQuery } from "./query.ts";
import { exchangeOf, readRecord } from "./records.ts";
import type { Cause } from "./sql/untranslated.ts";
import { SqlValues } from "./sql/values.ts";
import type { Sql } from "./sql/writer.ts";

/** Options for counting the ways of recorded requests through a site. */
export interface SiteImpactOptions extends QueryOptions, Pick<CaseSettings, "options" | "stubs"> {
  readonly database: Database;
  /** The rows of the log, as a database has it after `FROM`, with the columns of {@link LogColumns}. */
  readonly from: Sql;
  readonly columns: LogColumns;
}

/** The requests that take one way through a site. */
export interface SiteWay {
  /** The URLs of the endpoints on the way, in order; only the first where the rest is not known. */
  readonly endpoints: readonly string[];
  readonly kind: OutcomeKind | "unknown";
  /** The status that a policy answers with. */
  readonly status?: number;
  /** The servers that they reach, as files write them: several behind a pool. */
  readonly servers: readonly string[];
  /** Why one of those that fail does, as a sentence. */
  readonly error?: string;
  readonly count: number;
}

/** The ways of recorded requests through a site. */
export interface SiteImpact {
  /** The rows of the log: those that could not be read, and those that were. */
  readonly rows: number;
  readonly skipped: number;
  /** Requests: all other rows. */
  readonly seen: number;
  /** Those of which the way is not known. */
  readonly unknown: number;
  /** Those for a host that no endpoint has. */
  readonly elsewhere: number;
  /** From the most frequent to the least. */
  readonly ways: readonly SiteWay[];
  /** The hosts that no endpoint has, from the most frequent to the least. */
  readonly hosts: readonly { readonly host: string; readonly count: number }[];
  /** The URLs of endpoints that no request is known to come to. */
  readonly idle: readonly string[];
  readonly reasons: readonly Unknown[];
}

/**
 * Counts the ways of the requests of a log through a site. The engine takes each different request through it once.
 *
 * @throws DatabaseError when the database has no complete answer
 */
export async function siteImpactOf(
  site: CompiledSite,
  options: SiteImpactOptions,
): Promise<SiteImpact> {
  const { database, signal, onProgress } = options;
  const counting = new SiteCounting(site, options);
  const query = requestsQuery(database.writer, counting.used, {
    ...options,
    dialect: counting.dialect,
    // Whether a row is a request does not depend on it.
    isNormalized: true,
  });
  const groups = await database.keep(query, { signal, onProgress });
  const { column } = database.writer;
  const sql = `SELECT ${["request", "skipped", "n"].map(column).join(", ")} FROM ${groups} AS kept`;
  for await (const [request = null, isSkipped = 0, n = 0] of database.rows(sql, { signal })) {
    const count = numberOf(n);
    if (numberOf(isSkipped) === 1) counting.skip(count);
    else counting.add(readRecord(request === null ? "{}" : String(request)), count);
  }
  return counting.impact();
}

/** The way of a request, or the reasons why it is not known. */
type Decision =
  | { readonly kind: "elsewhere"; readonly host: string }
  | { readonly kind: "way"; readonly way: Omit<SiteWay, "count"> }
  | { readonly kind: "unknown"; readonly entry?: string; readonly causes: readonly Cause[] };

interface Counted<Value> {
  readonly value: Value;
  count: number;
}

/** Hosts come from clients, so there may be any number of them. */
const mostHosts = 100_000;

const otherHosts = "(others)";

/** Actions that the engine runs, and of which the log does not tell enough. */
const ofService: ReadonlySet<string> = new Set([
  "circuit-breaker",
  "http-request",
  "jwt-validation",
  "rate-limit",
  "verify-webhook",
]);

class SiteCounting {
  readonly dialect: Dialect;
  /** The columns that decide the way of a request. */
  readonly used: readonly string[];
  readonly #site: CompiledSite;
  readonly #behaviour: NonNullable<SiteImpactOptions["options"]>;
  readonly #stubs: Readonly<Record<string, Stub>>;
  readonly #needs: ReadonlyMap<SiteEndpoint, PolicyNeeds>;
  readonly #ways = new Map<string, Counted<Omit<SiteWay, "count">>>();
  readonly #hosts = new Map<string, number>();
  readonly #reasons = new Map<string, Counted<Cause>>();
  #rows = 0;
  #skipped = 0;
  #unknown = 0;

  constructor(site: CompiledSite, { database, columns, options = {}, stubs }: SiteImpactOptions) {
    const [first] = site.site.endpoints;
    if (first === undefined) throw new Error("The site has no endpoint.");
    this.dialect = site.policyOf(first).dialect;
    this.#site = site;
    this.#behaviour = options;
    this.#stubs = stubsOf(stubs);
    this.#needs = new Map(
      site.site.endpoints.map((endpoint) => {
        const policy = site.policyOf(endpoint);
        const isNormalized = behaviourIn(policy.dialect, options).urlNormalization === "rfc3986";
        const values = new SqlValues(database.writer, columns, policy.dialect, isNormalized);
        return [endpoint, new PolicyNeeds(policy, values)];
      }),
    );
    const needed = new Set([...this.#needs.values()].flatMap(({ whole }) => [...whole.columns]));
    this.used = columnsOf(columns).filter(
      (name) => needed.has(name) || name === "host" || name === "scheme",
    );
  }

  skip(count: number): void {
    this.#rows += count;
    this.#skipped += count;
  }

  add(record: LogRecord, count: number): void {
    this.#rows += count;
    const decision = this.#decide(record);
    switch (decision.kind) {
      case "elsewhere": {
        const isKept = this.#hosts.has(decision.host) || this.#hosts.size < mostHosts;
        const host = isKept ? decision.host : otherHosts;
        this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + count);
        break;
      }
      case "way":
        increase(this.#ways, keyOf(decision.way), decision.way, count);
        break;
      case "unknown": {
        const { entry, causes } = decision;
        const endpoints = entry === undefined ? [] : [entry];
        const way = { endpoints, kind: "unknown", servers: [] } as const;
        increase(this.#ways, keyOf(way), way, count);
        this.#unknown += count;
        const all = new Map(causes.map((cause) => [JSON.stringify(cause), cause]));
        for (const [key, cause] of all) increase(this.#reasons, key, cause, count);
      }
    }
  }

  impact(): SiteImpact {
    const ways = byCount(this.#ways).map(({ value, count }) => ({ ...value, count }));
    const reached = new Set(ways.flatMap(({ endpoints }) => endpoints));
    const urls = this.#site.site.endpoints.map(({ url }) => formatEndpointUrl(url));
    const hosts = [...this.#hosts].map(([host, count]) => ({ host, count }));
    return {
      rows: this.#rows,
      skipped: this.#skipped,
      seen: this.#rows - this.#skipped,
      unknown: this.#unknown,
      elsewhere: hosts.reduce((sum, { count }) => sum + count, 0),
      ways,
      hosts: hosts.toSorted(
        (one, other) => other.count - one.count || (one.host < other.host ? -1 : 1),
      ),
      idle: [...new Set(urls)].filter((url) => !reached.has(url)),
      reasons: byCount(this.#reasons).map(({ value, count }) => ({ cause: value, count })),
    };
  }

  #decide(record: LogRecord): Decision {
    const { host, scheme } = record.fields;
    if (host === null || host === undefined) {
      return { kind: "unknown", causes: [{ kind: "missing", name: "host" }] };
    }
    const exchange = possible(() => exchangeOf(record));
    const cannotBe: Cause = { kind: "untranslated", what: "a request that cannot be" };
    if (exchange?.request === undefined) return { kind: "unknown", causes: [cannotBe] };
    const given = scheme === null || scheme === undefined ? ["https", "http"] : [String(scheme)];
    const received = given
      .map((one) => this.#receivers(exchange, one))
      .filter(({ entries }) => entries.length > 0);
    const [first, other] = received;
    if (first === undefined) return { kind: "elsewhere", host: hostText(String(host), given[0]) };
    if (other !== undefined) {
      return { kind: "unknown", causes: [{ kind: "missing", name: "scheme" }] };
    }
    const [entry] = first.entries.map(({ url }) => formatEndpointUrl(url));
    const unknown = (causes: readonly Cause[]): Decision => ({
      kind: "unknown",
      ...(entry !== undefined && { entry }),
      causes,
    });
    const found = possible(() => this.#outcomes(first));
    if (found === undefined) return unknown([cannotBe]);
    const outcomes = found.flatMap((one) => one.possible);
    const causes = [
      ...outcomes.flatMap(({ outcome }) => this.#causesOf(outcome, record)),
      ...causesOfChoice(outcomes),
      ...(found.every(({ isComplete }) => isComplete) ? [] : [tooManyWays]),
    ];
    return causes.length > 0 ? unknown(causes) : { kind: "way", way: wayOf(outcomes) };
  }

  #receivers(exchange: Exchange, scheme: string): Received {
    const url = (exchange.request?.url ?? "").replace(/^\w+/, scheme.toLowerCase());
    const asked = { ...exchange, request: { ...exchange.request, url } };
    return { exchange: asked, entries: entriesFor(this.#site, asked) };
  }

  #outcomes({ exchange, entries }: Received): readonly PossibleOutcomes<SiteOutcome>[] {
    return entries.map((entry) => {
      const limits = { rateLimits: new RateLimits(), circuitBreakers: new CircuitBreakers() };
      const settings = { ...limits, stubs: this.#stubs, trace: true };
      return possibleSiteOutcomes(this.#site, entry, exchange, this.#behaviour, settings);
    });
  }

  /** Returns what the engine made up on its way: what the record does not tell, and what only the service knows. */
  #causesOf({ hops, notSimulated }: SiteOutcome, record: LogRecord): readonly Cause[] {
    const absent = absentIn(record, this.used);
    return [
      ...hops.flatMap(({ endpoint, policy, outcome }): readonly Cause[] => {
        const { trace } = outcome;
        const needs = this.#needs.get(endpoint);
        if (trace === undefined || needs === undefined) return [];
        const { columns, missing } = needs.asked(trace);
        const names = [...missing, ...absent.filter((name) => columns.has(name))];
        const actions = trace.rules.flatMap((rule) => rule.actions);
        const ofOthers = actions.filter(
          ({ type, result }) =>
            result !== "skipped" &&
            ofService.has(type) &&
            ownMember(this.#stubs, type) === undefined,
        );
        const unseen = outcome.notSimulated.filter((action) => !isCovered(action, policy));
        return [
          // The site tells what an endpoint is.
          ...names
            .filter((name) => !/^endpoint\b/.test(name))
            .map((name): Cause => ({ kind: "missing", name })),
          ...ofOthers.map(({ type }): Cause => ({ kind: "action", what: `${type} lets it pass` })),
          ...unseen.map(({ message }): Cause => ({ kind: "action", what: message })),
        ];
      }),
      ...notSimulated.flatMap(({ path, message }): Cause[] =>
        path === "" ? [{ kind: "untranslated", what: message }] : [],
      ),
    ];
  }
}

interface Received {
  readonly exchange: Exchange;
  readonly entries: readonly SiteEndpoint[];
}

const tooManyWays: Cause = { kind: "untranslated", what: "a request with too many ways" };

/** Returns the questions that decide between several ways; none when there is one. */
function causesOfChoice(outcomes: readonly PossibleOutcome<SiteOutcome>[]): readonly Cause[] {
  if (new Set(outcomes.map((one) => keyOf(wayOf([one])))).size <= 1) return [];
  const answers = outcomes.flatMap(({ when }) => when.flat());
  const texts = answers.map((answer) => answerText({ ...answer, answer: true }));
  const what = texts.length === 0 ? ["which member of a pool receives it"] : texts;
  return [...new Set(what)].map((text): Cause => ({ kind: "action", what: text }));
}

/** Returns the way of outcomes that differ at most in the members of pools. */
function wayOf(outcomes: readonly PossibleOutcome<SiteOutcome>[]): Omit<SiteWay, "count"> {
  const [first] = outcomes;
  if (first === undefined) throw new Error("There is no outcome.");
  const { hops, result, response, errors } = first.outcome;
  const servers = outcomes.flatMap(({ outcome: { reaches } }) =>
    reaches === undefined ? [] : (serverText(reaches) ?? formatEndpointUrl(reaches.url)),
  );
  const isAnswer = result === "answered";
  return {
    endpoints: hops.map(({ endpoint }) => formatEndpointUrl(endpoint.url)),
    kind: isAnswer ? kindOfStatus(response?.status) : result === "closed" ? "denied" : result,
    ...(isAnswer && response && { status: response.status }),
    servers: [...new Set(servers)],
    ...(result === "failed" && { error: errors[0]?.message ?? noEnding }),
  };
}

const noEnding = "No rule ends it, and a cloud endpoint has no server (ERR_NGROK_6029).";

/** Writes a host like every other spelling of it, without the usual port. */
function hostText(host: string, scheme = "https"): string {
  const url = parseEndpointUrl(`${scheme}://${host}`);
  return url === undefined ? host.toLowerCase() : formatEndpointUrl(url).replace(/^.*?:\/\//, "");
}

/** The key of a way, whatever the server behind its last endpoint: members of a pool may have different ones. */
function keyOf({
  endpoints,
  kind,
  status,
}: Pick<SiteWay, "endpoints" | "kind" | "status">): string {
  return JSON.stringify([endpoints, kind, status]);
}

function increase<Value>(
  counts: Map<string, Counted<Value>>,
  key: string,
  value: Value,
  count: number,
): void {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, { value, count });
  else known.count += count;
}

function byCount<Value>(counts: ReadonlyMap<string, Counted<Value>>): readonly Counted<Value>[] {
  return [...counts]
    .toSorted(
      ([key, one], [otherKey, other]) => other.count - one.count || (key < otherKey ? -1 : 1),
    )
    .map(([, counted]) => counted);
}
