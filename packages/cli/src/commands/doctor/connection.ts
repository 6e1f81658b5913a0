import { statSync } from "node:fs";
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
import { type Context, CommandError } from "../../context.ts";
import { apiKeyIfAny, usualVariable, type KeySource } from "../../configuration/api-key.ts";
import type { Check } from "./output.ts";
import type { NamedService } from "../../service/connect.ts";

/** Checks that there is a key, and whether other users of this machine can read its file. Never shows the key. */
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

/**
 * Requests the first page of the service's endpoints once, which changes nothing.
 *
 * @param timeout - in milliseconds
 */
export async function checkConnection(
  { baseUrl, versionHeader }: NamedService,
  apiKey: string,
  timeout: number,
  { env }: Pick<Context, "env">,
): Promise<readonly Check[]> {
  let check: Check;
  let proxy: string | undefined;
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
  }
  return [...proxyChecks(proxy), check];
}

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

/** Checks that the emulator runs here. Starts it without its data, so that nothing is written. */
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
