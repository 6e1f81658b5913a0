import { statSync } from "node:fs";
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
import { type Context, CommandError, type Clock } from "../../context.ts";
import { apiKeyIfAny, usualVariable, type KeySource } from "../../service/api-key.ts";
import type { Check } from "./output.ts";
import type { NamedService } from "../../service/connect.ts";

/** Whether there is a key, and whether others on this machine can read its file. It is never shown. */
export function checkApiKey(
  source: KeySource,
  needed: boolean | "unknown",
  context: Context,
): { readonly check: Check; readonly apiKey: string | undefined } {
  let apiKey: string | undefined;
  try {
    apiKey = apiKeyIfAny(source, context);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { check: { name: "api-key", state: "problem", message: error.message }, apiKey };
  }
  return { check: checkOf(apiKey, source, needed), apiKey };
}

/** Why something cannot be checked without the configuration. */
export const unknownService = "The service settings of the configuration are unknown.";

function checkOf(
  apiKey: string | undefined,
  source: KeySource,
  needed: boolean | "unknown",
): Check {
  const { file, variable } = source;
  if (apiKey === undefined && needed === "unknown") {
    return { name: "api-key", state: "skipped", message: unknownService };
  }
  if (apiKey === undefined && !needed) {
    return { name: "api-key", state: "ok", message: "There is none, and none is needed." };
  }
  if (apiKey === undefined) {
    return {
      name: "api-key",
      state: "problem",
      message: file === undefined ? "There is no API key." : `The file ${file} holds no API key.`,
      help: `Set ${variable ?? usualVariable}, or name a file that holds it with --api-key-file.`,
    };
  }
  if (file === undefined) return { name: "api-key", state: "ok", message: `From ${variable}.` };
  // Windows keeps rights elsewhere, and tells of none here.
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    return {
      name: "api-key",
      state: "warning",
      reason: "permissions",
      message: `Other users of this machine can read or write ${file}.`,
      help: `\`chmod 600 ${file}\`.`,
    };
  }
  return { name: "api-key", state: "ok", message: `From ${file}, which only you can access.` };
}

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
        name: "connection",
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
    return { name: "connection", state: "problem", reason: "configuration", message, help };
  }
  if (!(error instanceof ServiceError)) throw error;
  const { reason, help = error.help } = explained(error, versionHeader);
  return {
    name: "connection",
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

/** How far clocks may be apart, in milliseconds, before certificates and waiting times go wrong. */
const tolerated = 30_000;

export function checkClock(dated: Dated | undefined): Check {
  if (dated === undefined) {
    return { name: "clock", state: "skipped", message: "No response gave the time." };
  }
  const ahead = dated.here - dated.service;
  // The header has whole seconds only.
  const apart = Math.abs(ahead);
  if (apart <= tolerated) {
    const message =
      apart < 2_000 ? "In sync with the service." : `${duration(apart)} off the service.`;
    return { name: "clock", state: "ok", message };
  }
  return {
    name: "clock",
    state: "warning",
    message: `This machine's clock is ${duration(apart)} ${ahead > 0 ? "ahead of" : "behind"} the service's.`,
    help: "Let the system set its time from the network (NTP); certificates and waiting times depend on it.",
  };
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [count, unit] =
    seconds < 120
      ? [seconds, "seconds"]
      : seconds < 7_200
        ? [Math.round(seconds / 60), "minutes"]
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), "hours"]
          : [Math.round(seconds / 86_400), "days"];
  return `${count} ${unit}`;
}

/** Whether the emulator runs here. It is started without its data, so nothing is written. */
export async function checkEmulator(): Promise<Check> {
  const { createEmulator } = await import("@traffic-policy/emulator");
  try {
    await (await createEmulator()).close();
    return {
      name: "connection",
      state: "ok",
      message: "The service is the embedded emulator.",
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { name: "connection", state: "problem", reason: "emulator", message: error.message };
  }
}
