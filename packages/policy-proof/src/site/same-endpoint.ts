import type { CompiledSite } from "@traffic-policy/policy-engine";
import {
  canonicalText,
  formatEndpointUrl,
  isBelow,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";

/** True for an endpoint and what has become of it: with the same URL for the same clients, and by its name in a pool. */
export function isSameEndpoint(one: SiteEndpoint, other: SiteEndpoint): boolean {
  return one === other || keyOf(one) === keyOf(other);
}

/** Returns the endpoint that an endpoint was at another time of the site, if there was one. */
export function sameEndpoint(
  endpoint: SiteEndpoint,
  { site }: CompiledSite,
): SiteEndpoint | undefined {
  return site.endpoints.find((one) => isSameEndpoint(one, endpoint));
}

/** The same, with the same server behind it. */
export function hasSameServer(one: SiteEndpoint, other: SiteEndpoint): boolean {
  return isSameEndpoint(one, other) && one.upstream === other.upstream;
}

/**
 * True when nothing that exchanges from an endpoint may come to differs between two times of a site; `false` is not
 * conclusive.
 */
export function isAlikeFrom(from: SiteEndpoint, site: CompiledSite, before: CompiledSite): boolean {
  const earlier = sameEndpoint(from, before);
  if (earlier === undefined) return false;
  const [now, then] = [contentFrom(from, site), contentFrom(earlier, before)];
  // Of two policies that are not known, it is not known whether they are the same.
  return now.isKnown && now.text === then.text;
}

/** All that decides what comes of exchanges from an endpoint. */
interface Content {
  readonly text: string;
  /** False where a policy is not known. */
  readonly isKnown: boolean;
}

export function contentFrom(from: SiteEndpoint, site: CompiledSite): Content {
  const found = endpointsFrom(from, site);
  const parts = site.site.endpoints.filter((one) => mayTakeFrom(from, one)).map(keyOf);
  for (const endpoint of found) {
    parts.push(contentOf(endpoint));
    for (const url of forwardsOf(endpoint, site)) {
      if (isOpen(url)) continue;
      const { endpoints, unsure = "" } = site.targetsOf(url);
      parts.push(`${url} ${unsure} ${endpoints.map(keyOf).join(" ")}`);
    }
  }
  return {
    text: parts.join("\n"),
    isKnown: [...found].every(({ unread }) => unread === undefined),
  };
}

/** Returns all endpoints that exchanges may come to, whatever conditions say: the given one and those behind it. */
export function endpointsFrom(from: SiteEndpoint, site: CompiledSite): ReadonlySet<SiteEndpoint> {
  const found = new Set([from]);
  for (const endpoint of found) {
    for (const url of forwardsOf(endpoint, site)) {
      const targets = isOpen(url)
        ? site.site.endpoints.filter(({ binding }) => binding === "internal")
        : site.targetsOf(url).endpoints;
      for (const one of targets) found.add(one);
    }
  }
  return found;
}

/** True for a URL with an interpolation, which may become any. */
function isOpen(url: string): boolean {
  return url.includes("${");
}

/** True when an endpoint may receive traffic for hosts of another one with a `*`. */
export function mayTakeFrom({ url, binding }: SiteEndpoint, other: SiteEndpoint): boolean {
  if (!url.host.startsWith("*.") || other.binding !== binding) return false;
  return other.url.host !== url.host && isBelow(other.url.host, url.host);
}

function contentOf(endpoint: SiteEndpoint): string {
  const { name, kind, unread = "", upstream = "", policy } = endpoint;
  const document = canonicalText(policy?.document ?? null);
  return [keyOf(endpoint), name, kind, unread, upstream, document].join(" ");
}

function forwardsOf(endpoint: SiteEndpoint, site: CompiledSite): readonly string[] {
  return site
    .policyOf(endpoint)
    .sections.flatMap(({ rules }) => rules.flatMap(({ actions }) => actions))
    .flatMap(({ type, config: { url } }) =>
      type === "forward-internal" && typeof url === "string" ? [url] : [],
    );
}

function keyOf({ url, binding, isPooled, name }: SiteEndpoint): string {
  return `${binding} ${formatEndpointUrl(url)}${isPooled ? ` ${name}` : ""}`;
}
