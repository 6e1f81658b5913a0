import type { CompiledSite } from "@traffic-policy/policy-engine";
import { formatEndpointUrl, type SiteEndpoint } from "@traffic-policy/policy-language/internal";
import { canonicalText } from "@traffic-policy/policy-language/internal";

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

/**
 * True when nothing that exchanges from an endpoint may come to differs between two times of a site; `false` is not
 * conclusive.
 */
export function isAlikeFrom(from: SiteEndpoint, site: CompiledSite, before: CompiledSite): boolean {
  const earlier = sameEndpoint(from, before);
  if (earlier === undefined) return false;
  return contentFrom(from, site) === contentFrom(earlier, before);
}

/** Returns all that decides what comes of exchanges from an endpoint, as a text. */
export function contentFrom(from: SiteEndpoint, site: CompiledSite): string {
  const found = new Set([from]);
  const parts: string[] = [];
  for (const endpoint of found) {
    parts.push(contentOf(endpoint));
    for (const url of forwardsOf(endpoint, site)) {
      if (url.includes("${")) {
        for (const one of site.site.endpoints) if (one.binding === "internal") found.add(one);
        continue;
      }
      const { endpoints, unsure = "" } = site.targetsOf(url);
      parts.push(`${url} ${unsure} ${endpoints.map(keyOf).join(" ")}`);
      for (const one of endpoints) found.add(one);
    }
  }
  return parts.join("\n");
}

function contentOf(endpoint: SiteEndpoint): string {
  const { kind, unread = "", policy } = endpoint;
  return [keyOf(endpoint), kind, unread, canonicalText(policy?.document ?? null)].join(" ");
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
