import { GatewayError } from "../gateway-error.ts";

export interface Upstream {
  readonly scheme: string;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  readonly authority: string;
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * Parses the upstream of a policy.
 *
 * @throws GatewayError when the protocol does not allow it
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

export interface UpstreamProblem {
  readonly status: number;
  readonly message: string;
}

/**
 * Describes in a sentence why the upstream's response is missing or incomplete.
 *
 * @param what - names the server when it is not the upstream
 */
export function upstreamProblem(error: Error, what = "upstream"): UpstreamProblem {
  const { code = "" } = error as NodeJS.ErrnoException;
  const [status, message] = known[code] ?? [502, otherwise(code, error.message)];
  return { status, message: message.replaceAll(/\bupstream\b/g, what) };
}

function otherwise(code: string, message: string): string {
  // The codes of OpenSSL and Node for certificates have one of these words.
  const isAboutCertificate = /CERT|SIGNATURE|ISSUER/.test(code);
  return isAboutCertificate
    ? `The certificate of the upstream is not accepted: ${message}.`
    : `The upstream fails: ${message}`;
}

const known: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ECONNREFUSED: [502, "The upstream refuses connections; is it running?"],
  ENOTFOUND: [502, "The host of the upstream does not exist."],
  EAI_AGAIN: [502, "The host of the upstream cannot be resolved now."],
  ECONNRESET: [502, "The upstream has reset the connection."],
  EPIPE: [502, "The upstream has closed the connection."],
  UND_ERR_SOCKET: [502, "The upstream has closed the connection."],
  UND_ERR_CONNECT_TIMEOUT: [504, "The upstream did not accept the connection in time."],
  UND_ERR_HEADERS_TIMEOUT: [504, "The upstream did not respond in time."],
  UND_ERR_HEADERS_OVERFLOW: [502, "The headers of the upstream's response are too large."],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    502,
    "The body of the upstream's response does not have the announced length.",
  ],
};
