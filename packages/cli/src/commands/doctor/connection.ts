import type { Context, Clock } from "../../context.ts";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  ConnectionFailed,
  createClient,
  Forbidden,
  InvalidConfiguration,
  InvalidRequest,
  NotFound,
  ProxyFailed,
  proxyFrom,
  RateLimited,
  ServiceError,
  ServiceFailure,
  Timeout,
  Unauthorized,
  UnexpectedResponse,
} from "@traffic-policy/api";
import type { NamedService } from "../../service/named-service.ts";
import type { Check } from "./output.ts";

const name = "connection";

/** An answer's `Date` header, and when it came. */
export interface Dated {
  /** In milliseconds since 1970, by the service's clock. */
  readonly service: number;
  /** The same by the clock of this machine, in the middle between question and answer. */
  readonly here: number;
}

/**
 * Asks the service for the first page of its endpoints, once: a request that changes nothing.
 *
 * @param timeout - how long that may take, in milliseconds
 */
export async function checkConnection(
  { baseUrl, versionHeader }: NamedService,
  apiKey: string,
  timeout: number,
  { env, clock }: Pick<Context, "env" | "clock">,
): Promise<{ readonly checks: readonly Check[]; readonly dated: Dated | undefined }> {
  let check: Check;
  let proxy: string | undefined;
  const dates = new DateHeaders(clock);
  try {
    const client = createClient({
      baseUrl,
      apiKey,
      versionHeader,
      proxy: proxyFrom(env, baseUrl),
      retries: { attempts: 1 },
      timeouts: { connect: timeout, headers: timeout, body: timeout, total: timeout },
    });
    proxy = client.proxy;
    try {
      await client.endpoints.listPage();
      check = {
        name,
        state: "ok",
        message: `${new URL(baseUrl).origin} responds and accepts the key.`,
      };
    } finally {
      await client.close();
    }
  } catch (error) {
    check = problemOf(error, versionHeader);
  } finally {
    dates.stop();
  }
  return { checks: [...proxyChecks(proxy), check], dated: dates.last };
}

/** Nothing where there is none, as usual. */
function proxyChecks(proxy: string | undefined): Check[] {
  if (proxy === undefined) return [];
  return [
    {
      name: "proxy",
      state: "ok",
      message: `Requests go through the proxy ${proxy}, set in HTTPS_PROXY.`,
    },
  ];
}

function problemOf(error: unknown, versionHeader: NamedService["versionHeader"]): Check {
  if (error instanceof InvalidConfiguration) {
    const { message, help } = error;
    return { name, state: "problem", reason: "configuration", message, help };
  }
  if (!(error instanceof ServiceError)) throw error;
  const { reason, help = error.help } = explained(error, versionHeader);
  return {
    name,
    state: reason === "busy" ? "warning" : "problem",
    reason,
    message: error.message,
    help,
  };
}

interface Explained {
  readonly reason: string;
  readonly help?: string;
}

function explained(error: ServiceError, versionHeader: NamedService["versionHeader"]): Explained {
  if (error instanceof ProxyFailed) return { reason: "proxy" };
  if (error instanceof ConnectionFailed) return explainedByCode(codeOf(error.cause));
  if (error instanceof Timeout) return { reason: "timeout" };
  if (error instanceof Unauthorized) return { reason: "key" };
  if (error instanceof Forbidden) return { reason: "permission" };
  if (error instanceof RateLimited) return { reason: "busy" };
  if (error instanceof ServiceFailure) return { reason: "service" };
  // The request has no body and no parameters: what can be wrong with it is in its headers.
  if (error instanceof InvalidRequest) {
    const { name: header, value } = versionHeader ?? { name: "Service-Version", value: "2" };
    return {
      reason: "version-header",
      help: `The request had ${header}: ${value}; set what the service requires with --version-header, or as service.versionHeader in the configuration.`,
    };
  }
  if (error instanceof NotFound || error instanceof UnexpectedResponse) {
    return {
      reason: "base-url",
      help: "Check that the base URL is that of the service, with its path.",
    };
  }
  return { reason: "other" };
}

function explainedByCode(code: string): Explained {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return {
        reason: "dns",
        help: "Check the host name in the base URL, and name resolution on this machine.",
      };
    case "ECONNREFUSED":
      return {
        reason: "refused",
        help: "Check the port in the base URL, and that the service is running.",
      };
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return {
        reason: "tls",
        help: "Check the clock of this machine; if it is right, the service needs a new certificate.",
      };
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return { reason: "tls", help: "Use the host name that the certificate is for." };
    case "EPROTO":
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return { reason: "tls", help: "Check the port: the server there does not speak TLS." };
    default:
      return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
        ? {
            reason: "tls",
            help: "If you trust who signed the certificate, name its file in NODE_EXTRA_CA_CERTS.",
          }
        : { reason: "network" };
  }
}

function codeOf(cause: unknown): string {
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return "";
  return typeof cause.code === "string" ? cause.code : "";
}

const sent = "undici:client:sendHeaders";
const answered = "undici:request:headers";

/** Listens to what the HTTP client tells of its requests; the API's client shows no headers. */
class DateHeaders {
  last: Dated | undefined;
  readonly #clock: Clock;
  #sentAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sentAt = clock.now();
    subscribe(sent, this.#sent);
    subscribe(answered, this.#answered);
  }

  stop(): void {
    unsubscribe(sent, this.#sent);
    unsubscribe(answered, this.#answered);
  }

  readonly #sent = (): void => {
    this.#sentAt = this.#clock.now();
  };

  readonly #answered = (message: unknown): void => {
    const { headers } = (message as { response: { headers: readonly Buffer[] } }).response;
    const texts = headers.map(String);
    const at = texts.findIndex((text, index) => index % 2 === 0 && /^date$/i.test(text));
    const service = Date.parse(texts[at + 1] ?? "");
    if (at === -1 || Number.isNaN(service)) return;
    this.last = { service, here: (this.#sentAt + this.#clock.now()) / 2 };
  };
}
