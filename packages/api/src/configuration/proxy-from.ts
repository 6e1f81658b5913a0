import { containsCidr, parseAddress, parseCidr } from "@traffic-policy/policy-language";
import { isLoopback } from "./base-url.ts";

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
 * Whether an entry of `NO_PROXY` names the host of a URL: `*`, a host with all its subdomains, an
 * address, or a range of addresses as a CIDR; each may end with the one port that it is about.
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
