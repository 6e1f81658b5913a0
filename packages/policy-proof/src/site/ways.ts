import type { CompiledPolicy, CompiledSite } from "@traffic-policy/policy-engine";
import { endpointText, mostForwards, protocolOf } from "@traffic-policy/policy-engine/internal";
import {
  formatEndpointUrl,
  getOrAdd,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { always, never, type Formula } from "@traffic-policy/policy-logic";
import type { TextValue } from "../policy/changed-parts.ts";
import type { Ending, Entry, SymbolicPolicy } from "../policy/symbolic-policy.ts";

/** How exchanges come to an endpoint: the endpoints before it, and its policy for what comes this way. */
export interface Way {
  readonly endpoint: SiteEndpoint;
  readonly policy: SymbolicPolicy;
  /** The way to the endpoint that forwards here; none for the endpoint that clients reach. */
  readonly before?: Way;
}

/** All ways from an endpoint. */
export interface Ways {
  readonly ways: readonly Way[];
  /** The reason why there may be others, as a sentence. */
  readonly others?: string;
}

/** After this many ways from one endpoint, no more are followed. */
const mostWays = 400;

/** Finds the ways from an endpoint, shortest first. What is forwarded more often than an exchange may be fails. */
export function waysFrom(
  endpoint: SiteEndpoint,
  site: CompiledSite,
  {
    made,
    isImpossible,
    isWhole,
  }: {
    /** Builds the part before the upstream of a policy as formulas. */
    readonly made: (policy: CompiledPolicy, entry?: Entry) => SymbolicPolicy;
    readonly isImpossible: (formula: Formula) => boolean;
    /** True when the account has no other internal endpoints. */
    readonly isWhole: boolean;
  },
): Ways {
  const ways: Way[] = [{ endpoint, policy: made(beforeUpstream(site.policyOf(endpoint))) }];
  let others: string | undefined;
  for (const way of ways) {
    const { unread } = way.endpoint;
    if (unread !== undefined) {
      others ??= `The policy of ${endpointText(way.endpoint)} is not known: ${unread}.`;
      continue;
    }
    if (partsOf(way).length > mostForwards) continue;
    for (const ending of way.policy.endings) {
      if (ending.kind !== "forwarded") continue;
      const { totals } = way.policy;
      if (ending.action !== undefined && ending.action.type !== "forward-internal") {
        others ??= `What comes of ${ending.action.type} in the policy of ${endpointText(way.endpoint)} is not known.`;
        continue;
      }
      const { targets, isElsewhere } = targetsOf(ending, way, site);
      for (const [target, isThere] of targets) {
        const when = totals.and([ending.when, isThere]);
        if (when === never || isImpossible(when)) continue;
        if (ways.length >= mostWays) {
          return { ways, others: `There are more than ${mostWays} ways from ${endpoint.name}.` };
        }
        const entry = { from: way.policy, ending, endpoint: target, when };
        const policy = made(beforeUpstream(site.policyBehind(target)), entry);
        ways.push({ endpoint: target, policy, before: way });
      }
      if (isWhole || others !== undefined) continue;
      if (!isImpossible(totals.and([ending.when, isElsewhere]))) others = leadsOut(ending, way);
    }
  }
  return { ways, ...(others !== undefined && { others }) };
}

function leadsOut({ action }: Ending, { endpoint }: Way): string {
  const url = action?.config["url"];
  return `${endpointText(endpoint)} forwards to ${typeof url === "string" ? url : "a URL"}, which may be an endpoint outside of the site.`;
}

/** Returns the ways to each endpoint before a way, and the way itself, first to last. */
export function partsOf(way: Way): readonly Way[] {
  return way.before === undefined ? [way] : [...partsOf(way.before), way];
}

function beforeUpstream(policy: CompiledPolicy): CompiledPolicy {
  const sections = policy.sections.filter(
    ({ stage }) => stage === "connect" || stage === "request" || stage === undefined,
  );
  return { ...policy, sections };
}

/** The endpoints that a forward comes to, each with the condition under which it does. */
interface Targets {
  readonly targets: readonly (readonly [SiteEndpoint, Formula])[];
  /** True when it may come to none of them. */
  readonly isElsewhere: Formula;
}

function targetsOf(
  { answer }: Ending,
  { endpoint, policy: { totals } }: Way,
  site: CompiledSite,
): Targets {
  const isHttp = protocolOf(endpoint) === "http";
  const { to } = answer ?? {};
  if (to?.constant !== undefined) {
    const { endpoints, unsure } = site.targetsOf(to.constant);
    const isSure = unsure === undefined && endpoints.length > 0;
    const targets = endpoints
      .filter((target) => isHttp || protocolOf(target) !== "http")
      .map((target) => {
        const question = `what is forwarded to ${to.constant} comes to ${target.name}`;
        const isOnly = isSure && endpoints.length === 1;
        return [target, isOnly ? always : totals.opaque(question, question)] as const;
      });
    // One of a pool's members gets it, whichever that is.
    return { targets, isElsewhere: isSure ? never : noneOf(targets, totals) };
  }
  const key = to?.key ?? answer?.key ?? "";
  const targets = site.site.endpoints
    .filter(
      ({ binding, url }) =>
        binding === "internal" && (isHttp || (url.scheme !== "http" && url.scheme !== "https")),
    )
    .map((target) => {
      const question = `what is forwarded to ${key} comes to ${target.name}`;
      return [target, becomes(to, target) ?? totals.opaque(question)] as const;
    });
  return { targets, isElsewhere: noneOf(targets, totals) };
}

function noneOf(targets: Targets["targets"], totals: SymbolicPolicy["totals"]): Formula {
  return totals.not(totals.or(targets.map(([, isThere]) => isThere)));
}

/** Returns the condition that a text is a URL at an endpoint; undefined when it cannot be read. */
function becomes(to: TextValue | undefined, { url }: SiteEndpoint): Formula | undefined {
  if (url.host.startsWith("*.")) return undefined;
  const { scheme, host } = url;
  const isUsual = formatEndpointUrl(url) === `${scheme}://${host}`;
  const port = isUsual ? `(:0*${url.port ?? ""})?` : `:0*${url.port ?? ""}`;
  const origin = `${scheme}://${escapedHost(host)}${port}`;
  // A path, a query and a fragment may follow.
  return to?.holds?.({
    kind: "text",
    test: { kind: "matches", pattern: `(?i)^${origin}($|[/?#])` },
  });
}

/** A host in a regular expression. */
export function escapedHost(host: string): string {
  return host.replaceAll(/[.[\]]/g, "\\$&");
}

/** Returns the policies of the endpoints on ways. */
export function policiesOn({ ways }: Ways): ReadonlyMap<SiteEndpoint, CompiledPolicy> {
  const policies = new Map<SiteEndpoint, CompiledPolicy>();
  // The first policy of an endpoint has all sections that later ones have.
  for (const { endpoint, policy } of ways) getOrAdd(policies, endpoint, () => policy.policy);
  return policies;
}

/** An action that has URLs and is no forward. */
export interface Sender {
  readonly endpoint: SiteEndpoint;
  readonly type: string;
  /** Its configuration, in lower case. */
  readonly text: string;
}

/** Returns the actions on ways that may send requests to other endpoints, although they are no forwards. */
export function sendersOn(ways: Ways): readonly Sender[] {
  return [...policiesOn(ways)].flatMap(([endpoint, { sections }]) =>
    sections
      .flatMap(({ rules }) => rules.flatMap(({ actions }) => actions))
      .filter(({ type }) => type !== "forward-internal")
      .map(({ type, config }) => ({ endpoint, type, text: JSON.stringify(config).toLowerCase() })),
  );
}
