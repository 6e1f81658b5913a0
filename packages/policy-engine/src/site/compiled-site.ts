import type { Protocol } from "@traffic-policy/policy-language";
import {
  formatEndpointUrl,
  parseEndpointUrl,
  type Receivers,
  type Site,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { compilePolicy, type CompiledPolicy } from "../policy/compile-policy.ts";

/** A site with its policies compiled; see {@link compileSite}. */
export class CompiledSite {
  readonly site: Site;
  /** True when the account has endpoints of which nothing was read. */
  readonly isPartial: boolean;
  readonly #policies: ReadonlyMap<SiteEndpoint, SitePolicy>;

  constructor(site: Site, policies: ReadonlyMap<SiteEndpoint, SitePolicy>, isPartial: boolean) {
    this.site = site;
    this.isPartial = isPartial;
    this.#policies = policies;
  }

  /** Returns the policy of an endpoint, which has no rules where the endpoint has none. */
  policyOf(endpoint: SiteEndpoint): CompiledPolicy {
    return this.#of(endpoint).policy;
  }

  /**
   * Returns the policy that a forward comes to. An internal endpoint for HTTP opens no connection, so its
   * `on_tcp_connect` never runs. Source: facts/phases/site.md, "One request, in order".
   */
  policyBehind(endpoint: SiteEndpoint): CompiledPolicy {
    return this.#of(endpoint).behind;
  }

  /** Returns the endpoints that receive what a policy forwards to a URL. */
  targetsOf(url: string): Receivers {
    const parsed = parseEndpointUrl(originOf(url));
    return parsed === undefined ? { endpoints: [] } : this.site.receiving(parsed, "internal");
  }

  #of(endpoint: SiteEndpoint): SitePolicy {
    const policy = this.#policies.get(endpoint);
    if (policy === undefined) throw new Error(`${endpoint.name} is not an endpoint of the site.`);
    return policy;
  }
}

interface SitePolicy {
  readonly policy: CompiledPolicy;
  readonly behind: CompiledPolicy;
}

/**
 * Compiles the policies of a site; equal documents for one protocol once.
 *
 * @param isPartial - whether the account has endpoints of which nothing was read: a forward to a URL that no endpoint
 *   has may come to one of them
 */
export async function compileSite(
  site: Site,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): Promise<CompiledSite> {
  const compiled = new Map<string, SitePolicy>();
  const policies = new Map<SiteEndpoint, SitePolicy>();
  for (const endpoint of site.endpoints) {
    const document = endpoint.policy?.document ?? {};
    const protocol = protocolOf(endpoint);
    const key = `${protocol} ${JSON.stringify(document)}`;
    let own = compiled.get(key);
    if (own === undefined) {
      const policy = await compilePolicy(document, { protocol });
      own = { policy, behind: protocol === "http" ? withoutConnection(policy) : policy };
      compiled.set(key, own);
    }
    policies.set(endpoint, own);
  }
  return new CompiledSite(site, policies, isPartial);
}

export function protocolOf({ url }: SiteEndpoint): Protocol {
  return url.scheme === "https" ? "http" : url.scheme;
}

/** The name of an endpoint with its URL, unless the name is the URL. */
export function endpointText({ name, url }: SiteEndpoint): string {
  const text = formatEndpointUrl(url);
  return name === text ? name : `${text} (${name})`;
}

function withoutConnection(policy: CompiledPolicy): CompiledPolicy {
  const sections = policy.sections.map((section) =>
    section.stage === "connect" ? { ...section, rules: [] } : section,
  );
  return {
    ...policy,
    sections,
    rules: sections.flatMap(({ rules }) => rules.map(({ reference }) => reference)),
  };
}

/** Leaves out a path, which the URL of a forward may have, and which does not count. */
function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url;
}
