import type { HeldSource } from "../document/holders/held-sources.ts";
import type { SourceRange } from "../text/positions.ts";
import { urlToPrint } from "../text/shown.ts";
import { formatEndpointUrl, withUsualPort, type EndpointUrl } from "./endpoint-url.ts";

/** Who reaches an endpoint: anyone, the account by `forward-internal`, or the pods of a cluster. */
export type Binding = "public" | "internal" | "kubernetes";

/** An endpoint of a site: where traffic comes in, the policy in front, and what stands behind. */
export interface SiteEndpoint {
  /** As its file names it: `CloudEndpoint/shop/front`, `web`. No other endpoint of the site has the same. */
  readonly name: string;
  readonly url: EndpointUrl;
  readonly binding: Binding;
  /** An agent endpoint passes to its server what its policy leaves unanswered; a cloud endpoint has none. */
  readonly kind: "cloud" | "agent";
  /** True when it shares its URL with others that say the same. */
  readonly isPooled: boolean;
  /** The server behind an agent endpoint, as its file writes it. */
  readonly upstream?: string;
  /** None where the endpoint has no policy. */
  readonly policy?: HeldSource;
  /** The reason why its policy is not known: the file that it names is missing. */
  readonly unread?: string;
  /** Where its file has its URL. */
  readonly location?: SourceRange;
}

/** Returns the server behind an endpoint as its file writes it, without a secret; undefined when it names none. */
export function serverText({ upstream }: Pick<SiteEndpoint, "upstream">): string | undefined {
  return upstream === undefined ? undefined : urlToPrint(upstream);
}

/** The endpoints that a URL leads to. */
export interface Receivers {
  /** Several are the members of a pool, of which the service chooses one; none when nothing has the URL. */
  readonly endpoints: readonly SiteEndpoint[];
  /** Set where the documentation does not say that they receive it. */
  readonly unsure?: "wildcard" | "scheme";
}

const none: Receivers = { endpoints: [] };

/** The endpoints of an account that work together. */
export class Site {
  readonly endpoints: readonly SiteEndpoint[];
  readonly #byUrl = new Map<string, SiteEndpoint[]>();
  /** The hosts with `*`, the longest suffix first. */
  readonly #wildcards: readonly string[];

  constructor(endpoints: readonly SiteEndpoint[]) {
    this.endpoints = endpoints;
    for (const endpoint of endpoints) {
      const key = keyOf(endpoint.url, endpoint.binding);
      const alike = this.#byUrl.get(key);
      if (alike === undefined) this.#byUrl.set(key, [endpoint]);
      else alike.push(endpoint);
    }
    const hosts = endpoints.map(({ url }) => url.host).filter((host) => host.startsWith("*."));
    this.#wildcards = [...new Set(hosts)].toSorted((one, other) => other.length - one.length);
  }

  /**
   * Returns the endpoints that receive the traffic for a URL. The exact host wins, then the wildcard with the longest
   * suffix. Source: facts/phases/site.md, "Which endpoint receives".
   *
   * @param binding - `internal` for the target of a forward
   */
  receiving(url: EndpointUrl, binding: Binding): Receivers {
    const exact = this.#byUrl.get(keyOf(url, binding));
    if (exact !== undefined) return { endpoints: exact };
    for (const host of this.#wildcards) {
      const endpoints =
        isBelow(url.host, host) && this.#byUrl.get(keyOf({ ...url, host }, binding));
      if (!endpoints) continue;
      return { endpoints, ...(binding === "internal" && { unsure: "wildcard" }) };
    }
    const swapped = binding === "internal" ? this.#ofOtherScheme(url) : [];
    return swapped.length === 0 ? none : { endpoints: swapped, unsure: "scheme" };
  }

  /** Published policies forward to `http://` where agents listen on `https://`, and the other way round. */
  #ofOtherScheme({ scheme, host, port }: EndpointUrl): readonly SiteEndpoint[] {
    const other = ({ http: "https", https: "http" } as const)[scheme as "http" | "https"];
    if (other === undefined) return [];
    const isUsual = port === withUsualPort({ scheme, host }).port;
    const url = { scheme: other, host, ...(!isUsual && port !== undefined && { port }) };
    return this.#byUrl.get(keyOf(withUsualPort(url), "internal")) ?? [];
  }
}

function keyOf(url: EndpointUrl, binding: Binding): string {
  return `${binding} ${formatEndpointUrl(url)}`;
}

/** True when a host is one of those that a host with `*` stands for; deeper names are, too. */
export function isBelow(host: string, wildcard: string): boolean {
  return host.endsWith(wildcard.slice(1)) && host.length > wildcard.length - 1;
}
