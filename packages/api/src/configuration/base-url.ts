import { isLoopbackAddress } from "@traffic-policy/policy-language/internal";
import { InvalidConfiguration } from "./settings.ts";

/** The base URL of the service, split into its origin and the path prefix of every operation. */
export interface BaseUrl {
  /** Scheme, host and port: `https://api.example.com`. */
  readonly origin: string;
  /** Empty, or a path with a leading and no trailing slash: `/v1`. */
  readonly prefix: string;
  readonly isLoopback: boolean;
}

/**
 * Reads a base URL.
 *
 * @throws InvalidConfiguration for anything but `https:`, or `http:` to this machine
 */
export function parseBaseUrl(text: string): BaseUrl {
  // The text is never quoted: somebody may have put the key in it, or in its place.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new InvalidConfiguration(
      "The base URL is not an https: URL.",
      "Write the whole URL, like https://api.example.com.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new InvalidConfiguration(
      "The base URL holds a user name or a password.",
      "Remove the part before the @; the service uses an API key.",
    );
  }
  const loopback = isLoopback(url.hostname);
  if (url.protocol === "http:" && !loopback) {
    throw new InvalidConfiguration(
      "The base URL would send the API key unencrypted to another machine.",
      "Use https:; http: is only for a host on this machine.",
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new InvalidConfiguration(
      "The base URL has a query or a fragment.",
      "Remove everything from the ? or # on.",
    );
  }
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ""),
    isLoopback: loopback,
  };
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
}
