import { getOrAdd } from "../bounded-map.ts";
import { valueAt } from "../json-pointer.ts";
import { formatEndpointUrl, isInternalHost, parseEndpointUrl } from "./endpoint-url.ts";
import { Origins } from "./origins.ts";
import { policiesOf, type SiteAction, type SitePolicy, type SiteRule } from "./site-policy.ts";
import type { Receivers, Site, SiteEndpoint } from "./site.ts";
import { splitTarget, UrlPattern } from "./url-pattern.ts";

/** An action that sends traffic, or a request of its own, to another endpoint of the account. */
export interface Forward {
  readonly policy: SitePolicy;
  readonly rule: SiteRule;
  readonly action: SiteAction;
  /** JSON Pointer to its URL. */
  readonly path: string;
  /** The URL as it is written, up to its path. */
  readonly target: string;
  /** The path, the query and the fragment. */
  readonly rest: string;
  /** The URLs that the target can be; undefined when they are not all in the policy. */
  readonly urls: readonly string[] | undefined;
  /** The same where they are not known. */
  readonly pattern: UrlPattern;
}

/** The action that asks another endpoint, and goes on with its answer. */
const asks = "http-request";

const knownForwards = new WeakMap<SitePolicy, readonly Forward[]>();

/** Returns the forwards in a policy, and the requests that it sends to internal endpoints. */
export function forwardsIn(policy: SitePolicy): readonly Forward[] {
  return getOrAdd(knownForwards, policy, findForwards);
}

function findForwards(policy: SitePolicy): readonly Forward[] {
  const origins = new Origins(policy);
  return policy.rules.flatMap((rule) =>
    rule.actions.flatMap((action): Forward[] => {
      const { url: text } = action.config;
      if (typeof text !== "string" || !(isForward(action) || action.type === asks)) return [];
      const { target, rest } = splitTarget(text);
      const urls = origins.valuesOfText(target);
      const path = `${action.path}/config/url`;
      const forward = { policy, rule, action, path, target, rest, urls };
      const found = { ...forward, pattern: new UrlPattern(target) };
      return isForward(action) || isToInternal(found) ? [found] : [];
    }),
  );
}

/** True for a forward; false for a request that the policy sends. */
export function isForward({ definition }: SiteAction): boolean {
  return definition?.forwards === true;
}

function isToInternal({ urls, pattern }: Forward): boolean {
  if (urls === undefined) return pattern.isInternal;
  return urls.some((url) => isInternalHost(parseEndpointUrl(url)?.host ?? ""));
}

/** The endpoints that one URL of a forward leads to. */
export interface ForwardTarget extends Receivers {
  readonly url: string;
}

/** Returns the endpoints that a forward certainly or perhaps leads to. */
export function targetsOf({ urls, pattern }: Forward, site: Site): readonly ForwardTarget[] {
  if (urls !== undefined) {
    return urls.flatMap((text) => {
      const url = parseEndpointUrl(text);
      return url === undefined
        ? []
        : [{ url: formatEndpointUrl(url), ...site.receiving(url, "internal") }];
    });
  }
  const endpoints = internalIn(site).filter(({ url }) => pattern.matches(url));
  return [{ url: pattern.text, endpoints }];
}

/** Returns the URLs that the policy of each endpoint forwards to, as they are shown. */
export async function forwardedTo(
  site: Site,
): Promise<ReadonlyMap<SiteEndpoint, readonly string[]>> {
  const policies = await policiesOf(site);
  return new Map(
    policies.flatMap((policy) => {
      const forwards = forwardsIn(policy).filter(({ action }) => isForward(action));
      const shown = [...new Set(forwards.flatMap((one) => one.urls ?? [one.pattern.text]))];
      return policy.endpoints.map((endpoint) => [endpoint, shown] as const);
    }),
  );
}

/** A forward from an endpoint to another one of its site. */
export interface SiteForward {
  readonly from: SiteEndpoint;
  /** Undefined when no endpoint has the URL. */
  readonly to: SiteEndpoint | undefined;
  /** With `*` in the place of what is not known. */
  readonly url: string;
  /** The place of its action in the policy. */
  readonly path: string;
  /** The name of its rule. */
  readonly rule?: string;
}

/** Returns the forwards of a site, each to each endpoint that it may lead to. */
export async function siteForwards(site: Site): Promise<readonly SiteForward[]> {
  const policies = await policiesOf(site);
  return policies.flatMap((policy) =>
    forwardsIn(policy)
      .filter(({ action }) => isForward(action))
      .flatMap((forward) => {
        const { document = null } = policy.source;
        const name = valueAt(document, forward.action.path.replace(/\/actions\/\d+$/, "/name"));
        const rule = typeof name === "string" ? { rule: name } : {};
        return targetsOf(forward, site).flatMap(({ url, endpoints }) => {
          const targets = endpoints.length === 0 ? [undefined] : endpoints;
          return policy.endpoints.flatMap((from) =>
            targets.map((to): SiteForward => ({
              from,
              to,
              url,
              path: forward.action.path,
              ...rule,
            })),
          );
        });
      }),
  );
}

export function internalIn({ endpoints }: Site): readonly SiteEndpoint[] {
  return endpoints.filter(({ binding }) => binding === "internal");
}
