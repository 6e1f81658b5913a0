import { counted } from "@traffic-policy/policy-language/internal";

/** An endpoint in the drawing of a site. */
export interface DrawnEndpoint {
  readonly url: string;
  /** True when clients reach it. */
  readonly isEntry: boolean;
  /** The types of the checks in its policy. */
  readonly checks: readonly string[];
  /** The server behind it, as it is shown. */
  readonly server?: string;
  /** True when its policy is not known. */
  readonly isUnread: boolean;
}

/** A forward in the drawing of a site; endpoints are indexes. */
export interface DrawnForward {
  readonly from: number;
  /** Undefined for a URL that no endpoint of the site has. */
  readonly to: number | undefined;
  readonly url: string;
  /** The place of its action in the policy. */
  readonly path?: string;
  /** The name of its rule. */
  readonly rule?: string;
}

/** The endpoints of a site, the forwards between them, and perhaps the way of a request. */
export interface DrawnSite {
  readonly endpoints: readonly DrawnEndpoint[];
  readonly forwards: readonly DrawnForward[];
  /** How many others there are at least, which could not be read. */
  readonly leftOut: number;
  /** The endpoints on the way of a request, as indexes. */
  readonly way?: {
    readonly hops: readonly number[];
    /** The places of the actions that forward it from one to the next, where they are known. */
    readonly paths?: readonly (string | undefined)[];
    readonly reachesServer: boolean;
    /** The request, in one line. */
    readonly exchange: string;
  };
}

export const siteTitle = "Endpoints and the forwards between them";

export function leftOutText(count: number): string {
  return `At least ${counted(count, "endpoint")} left out`;
}

/** Checks whether the request of a drawing takes a forward. */
export function isOnWay({ from, to, path }: DrawnForward, { way }: DrawnSite): boolean {
  if (way === undefined || to === undefined) return false;
  const { hops, paths = [] } = way;
  return hops.some(
    (hop, index) => hop === from && hops[index + 1] === to && (paths[index] ?? path) === path,
  );
}

/** The URLs that are forwarded to and no endpoint of the site has, each once. */
export function urlsOutside({ forwards }: DrawnSite): string[] {
  return [...new Set(forwards.flatMap(({ to, url }) => (to === undefined ? [url] : [])))];
}
