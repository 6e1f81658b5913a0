import type { BaseUrl } from "./base-url.ts";
import { InvalidConfiguration } from "./invalid-configuration.ts";

/** A proxy that opens tunnels to other hosts, with HTTP's CONNECT. */
export interface Proxy {
  /** Scheme, host and port, without user name and password: `http://proxy.example:3128`. */
  readonly origin: string;
  /** What the proxy takes for its user name and password, if it was given any. */
  readonly authorization: string | undefined;
}

/**
 * Reads the URL of a proxy; nothing without one.
 *
 * @throws InvalidConfiguration for anything but `http:` and `https:`, and for a base URL that is `http:`,
 *   because the proxy could read the API key
 */
export function parseProxy(text: string | undefined, baseUrl: BaseUrl): Proxy | undefined {
  if (text === undefined) return undefined;
  // The text is never quoted: it may hold a password.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const authorization = url && authorizationIn(url);
  if (url === undefined || authorization === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidConfiguration(
      "The URL of the proxy is not an http: or https: URL.",
      "Write the whole URL, like http://proxy.example:3128 or http://user:password@proxy.example:3128.",
    );
  }
  if (!baseUrl.origin.startsWith("https:")) {
    throw new InvalidConfiguration(
      "The proxy could read the API key, because the base URL is not an https: URL.",
      "Use https:, or no proxy.",
    );
  }
  return { origin: url.origin, authorization };
}

/** Null when the user name or the password is not well encoded. */
function authorizationIn({ username, password }: URL): string | undefined | null {
  if (username === "" && password === "") return undefined;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString("base64")}`;
  } catch {
    return null;
  }
}
