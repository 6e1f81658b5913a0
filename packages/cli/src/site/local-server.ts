import { isLoopbackAddress, type SiteEndpoint } from "@traffic-policy/policy-language/internal";

/** The server for HTTP that a file names, if it is on this machine: no request goes elsewhere because a file says so. */
export function localServer({ upstream = "" }: Pick<SiteEndpoint, "upstream">): string | undefined {
  const address = /^\d+$/.test(upstream) ? `localhost:${upstream}` : upstream;
  // An agent takes a host and a port for a server for HTTP.
  const text = address.includes("://") ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) return undefined;
  const { hostname, origin } = url;
  const isHere = hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
  return isHere ? origin : undefined;
}
