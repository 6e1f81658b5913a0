import { GatewayError } from "../gateway-error.ts";

/** Where requests or connections go on to. */
export interface Upstream {
  /** `http`, `https` or `tcp`. */
  readonly scheme: string;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** As a URL, without a path. */
  readonly origin: string;
  /** Host and port as a `host` header has them. */
  readonly authority: string;
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * Reads the upstream of a policy.
 *
 * @param protocol - of the policy
 * @throws GatewayError when it is not one of those that the protocol can have
 */
export function parseUpstream(text: string, protocol: string): Upstream {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const schemes = protocol === "http" ? ["http", "https"] : ["tcp"];
  const scheme = url?.protocol.slice(0, -1) ?? "";
  const port = url === undefined || url.port === "" ? usualPorts[scheme] : Number(url.port);
  const hasMore =
    url !== undefined &&
    (!["", "/"].includes(url.pathname) ||
      url.search !== "" ||
      url.hash !== "" ||
      url.username !== "");
  if (url === undefined || !schemes.includes(scheme) || url.hostname === "" || !port || hasMore) {
    const form =
      protocol === "http"
        ? "an origin like http://localhost:3000 or https://example.com, without a path"
        : "host and port, like tcp://127.0.0.1:5432";
    throw new GatewayError(`"${text}" cannot be the upstream of a policy for ${protocol}.`, {
      help: `Write ${form}.`,
    });
  }
  return {
    scheme,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port,
    origin: `${scheme}://${url.host}`,
    authority: url.host,
  };
}
