/** The URL of an endpoint, which has no path: scheme and host in lower case. */
export interface EndpointUrl {
  readonly scheme: EndpointScheme;
  /** May begin with `*.`, which stands for one label or more. */
  readonly host: string;
  /** The usual port of the scheme where the URL has none; `tcp` has none. */
  readonly port?: number;
}

export type EndpointScheme = "http" | "https" | "tcp" | "tls";

// Source of the ports: "url" of the operation that creates an endpoint; that of tls: facts/phases/site.md.
const usualPorts: { readonly [Scheme in EndpointScheme]?: number } = {
  http: 80,
  https: 443,
  tls: 443,
};

/** Parses the URL of an endpoint; undefined unless it has a known scheme, a host, no path and a port that can be. */
export function parseEndpointUrl(text: string): EndpointUrl | undefined {
  const [, scheme, host, given] =
    /^(https?|tls|tcp):\/\/(\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}*._-]+)(?::0*(\d{1,5}))?\/?$/u.exec(
      text.toLowerCase(),
    ) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  if (Number(given) > 65_535) return undefined;
  const port = given === undefined ? {} : { port: Number(given) };
  return withUsualPort({ scheme: scheme as EndpointScheme, host, ...port });
}

/** Adds the usual port of the scheme to a URL without a port. */
export function withUsualPort({ scheme, host, port }: EndpointUrl): EndpointUrl {
  const usual = port ?? usualPorts[scheme];
  return { scheme, host, ...(usual !== undefined && { port: usual }) };
}

/** Returns the same text for all spellings of a URL; the port is left out where it is the usual one. */
export function formatEndpointUrl({ scheme, host, port }: EndpointUrl): string {
  const isUsual = port === undefined || port === usualPorts[scheme];
  return `${scheme}://${host}${isUsual ? "" : `:${port}`}`;
}

/** Checks whether a host is one of internal endpoints. */
export function isInternalHost(host: string): boolean {
  return host.endsWith(".internal");
}
