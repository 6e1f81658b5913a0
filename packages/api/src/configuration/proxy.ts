import { containsCidr, parseAddress, parseCidr } from "@traffic-policy/policy-language/internal";
import { isLoopback, type BaseUrl } from "./base-url.ts";
import { InvalidConfiguration } from "./settings.ts";

export interface Proxy {
  /** Scheme, host and port, without the user name and password: `http://proxy.example:3128`. */
  readonly origin: string;
  /** The value of the `Proxy-Authorization` header; undefined without credentials. */
  readonly authorization: string | undefined;
}

/**
 * Reads the URL of a proxy. Returns undefined when no proxy is set.
 *
 * @throws InvalidConfiguration for anything but `http:` and `https:`, and for a base URL that is `http:`, because the
 *   proxy could read the API key
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

/** Null when the user name or the password is not encoded correctly. */
function authorizationIn({ username, password }: URL): string | undefined | null {
  if (username === "" && password === "") return undefined;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString("base64")}`;
  } catch {
    return null;
  }
}

/**
 * The proxy that the usual variables of an environment name for a base URL: `https_proxy` or
 * `HTTPS_PROXY`, unless `no_proxy` or `NO_PROXY` names the host. Where both are set, the one in small
 * letters counts. This machine is never reached through a proxy, and other hosts never over `http:`, so
 * `HTTP_PROXY` has nothing to say.
 *
 * @param variables - such as `process.env`
 * @returns the URL of the proxy, with `http:` before one that has no scheme
 */
export function proxyFrom(
  variables: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol !== "https:" || isLoopback(url.hostname)) return undefined;
  const proxy = (variables["https_proxy"] ?? variables["HTTPS_PROXY"] ?? "").trim();
  if (proxy === "") return undefined;
  const without = variables["no_proxy"] ?? variables["NO_PROXY"] ?? "";
  if (without.split(/[\s,]+/).some((entry) => names(entry, url))) return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/**
 * True when an entry of `NO_PROXY` matches the host of a URL. An entry is `*`, a host (which includes its
 * subdomains), an address, or an address range in CIDR notation; each may end with a port to match.
 */
function names(entry: string, { hostname, port }: URL): boolean {
  if (entry === "*") return true;
  const [, ofHost = entry, ofPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (ofPort !== undefined && ofPort !== (port || "443")) return false;
  const [host, name] = [ofHost, hostname].map((one) => one.replace(/^\[(.*)\]$/, "$1"));
  const address = parseAddress(name ?? "");
  if (address !== undefined) {
    const range = parseCidr(host ?? "") ?? parseAddress(host ?? "");
    return range !== undefined && containsCidr(range, address);
  }
  const domain = ofHost.toLowerCase().replace(/^\*?\./, "");
  return domain !== "" && (hostname === domain || hostname.endsWith(`.${domain}`));
}
