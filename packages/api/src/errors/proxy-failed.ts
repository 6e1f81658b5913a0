import { errors } from "undici";
import { ConnectionFailed } from "./connection-failed.ts";
import { codeOf, reasonOf } from "./reasons.ts";
import type { Request } from "./service-error.ts";

/** The proxy is not there, or opens no tunnel to the service. Nothing was sent to the service. */
export class ProxyFailed extends ConnectionFailed {
  override readonly name = "ProxyFailed";
}

/** What is known of a tunnel that could not be opened. */
export interface TunnelFailure {
  /** The proxy's, without user name and password. */
  readonly origin: string;
  /** Host and port to which the tunnel was to lead. */
  readonly place: string;
  /** Milliseconds that it could take. */
  readonly timeout: number;
  /** The proxy's answer, if it gave one. */
  readonly status?: number;
  /** Whether the proxy was told a user name and a password. */
  readonly hasUser?: boolean;
  readonly cause?: unknown;
}

/** What ends the connecting. Its code is none of undici's, which tries again after some of its own. */
export class ProxyFailure extends Error {
  readonly code = "PROXY_FAILED";
  readonly failure: TunnelFailure;

  constructor(failure: TunnelFailure) {
    super("No tunnel.");
    this.failure = failure;
  }
}

/** The error for a request that got no tunnel; without the cause, which may quote what the proxy says. */
export function proxyFailed(request: Request, { failure }: ProxyFailure): ProxyFailed {
  return new ProxyFailed({ ...request, ...explained(failure), effect: "none" });
}

interface Explained {
  readonly message: string;
  readonly help: string;
  readonly transient: boolean;
}

function explained({ origin, place, timeout, status, hasUser, cause }: TunnelFailure): Explained {
  const help = "Check the URL of the proxy, and that it is running.";
  const code = codeOf(cause);
  const isHttp = !(cause instanceof errors.HTTPParserError) && code !== "ERR_ASSERTION";
  // HTTP has no status such as 000.
  if (!isHttp || (status !== undefined && status < 100)) {
    return { message: `What answers at the proxy ${origin} is no proxy.`, help, transient: false };
  }
  if (status === 407) {
    const message = hasUser
      ? `The proxy ${origin} refused the user name and the password (407).`
      : `The proxy ${origin} wants a user name and a password (407).`;
    const writeThem = "Write them into the URL of the proxy: http://user:password@host:port.";
    return { message, help: writeThem, transient: false };
  }
  if (status !== undefined) {
    const transient = status >= 500;
    return {
      message: transient
        ? `The proxy ${origin} could not connect to ${place} (${status}).`
        : `The proxy ${origin} refused to connect to ${place} (${status}).`,
      help: transient
        ? "Check the base URL, or try again later."
        : "Let the proxy allow it, or connect without the proxy.",
      transient,
    };
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    const message = `The proxy ${origin} did not open a connection within ${timeout / 1000} seconds.`;
    return { message, help, transient: true };
  }
  const { reason, lasting } = reasonOf(cause);
  return {
    message: `Could not connect to the proxy ${origin}: ${reason}.`,
    help,
    transient: lasting !== true,
  };
}
