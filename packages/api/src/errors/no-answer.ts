import { errors } from "undici";
import type { Timeouts } from "../configuration/settings.ts";
import {
  ConnectionFailed,
  possibleEffect,
  ServiceError,
  UnexpectedResponse,
  type Request,
} from "./service-error.ts";

/** There was no complete answer in time. */
export class Timeout extends ServiceError {
  override readonly name = "Timeout";
}

/** The caller's signal ended the operation; its reason is the `cause`. */
export class Cancelled extends ServiceError {
  override readonly name = "Cancelled";
}

export interface Unanswered {
  readonly request: Request;
  readonly origin: string;
  /** True when any part of the attempt's request can have left this machine. */
  readonly sent: boolean;
  readonly stopped: "timeout" | "cancelled" | undefined;
  readonly timeouts: Timeouts;
  readonly largestAnswer: number;
  readonly cause: unknown;
}

/** Returns the error for a request without a complete answer; returns a programming error as it is. */
export function noAnswer(unanswered: Unanswered): unknown {
  const { request, origin, sent, stopped, largestAnswer, cause } = unanswered;
  const effect = sent ? possibleEffect(request.operation) : "none";
  const known = { ...request, effect };
  if (stopped === "cancelled") {
    return new Cancelled({ ...known, message: "The request was cancelled.", cause });
  }
  if (cause instanceof ProxyFailure) return proxyFailed(request, cause);
  const code = codeOf(cause);
  const late = lateness(unanswered, code);
  if (late !== undefined) {
    const help = "Try again later, or allow more time.";
    return new Timeout({ ...known, message: late, help, transient: true });
  }
  // Without the cause, which quotes the answer, which may quote the request and its key. Of a status
  // that HTTP does not have, such as 000, undici asserts that it does not come.
  if (cause instanceof errors.HTTPParserError || code === "ERR_ASSERTION") {
    return new UnexpectedResponse({ ...known, message: `The response of ${origin} is not HTTP.` });
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    const message = `The response of ${origin} has headers that are too large.`;
    return new UnexpectedResponse({ ...known, message });
  }
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    const message = `The response of ${origin} is larger than ${largestAnswer} bytes.`;
    return new UnexpectedResponse({ ...known, message });
  }
  if (code === "" || misuses.has(code)) return cause;
  const { reason, help, lasting } = reasonOf(cause);
  const message = sent
    ? `The connection to ${origin} failed before the response was complete: ${reason}.`
    : `Could not connect to ${origin}: ${reason}.`;
  return new ConnectionFailed({ ...known, message, help, cause, transient: lasting !== true });
}

function lateness(
  { origin, sent, stopped, timeouts }: Unanswered,
  code: string,
): string | undefined {
  const seconds = (milliseconds: number): string => `${milliseconds / 1000} seconds`;
  if (stopped === "timeout") {
    return sent
      ? `No complete response from ${origin} within ${seconds(timeouts.total)}.`
      : `No connection to ${origin} within ${seconds(timeouts.total)}.`;
  }
  switch (code) {
    case "ETIMEDOUT":
      return sent
        ? `The connection to ${origin} went silent.`
        : `No connection to ${origin} in time.`;
    case "UND_ERR_CONNECT_TIMEOUT":
      return `No connection to ${origin} within ${seconds(timeouts.connect)}.`;
    case "UND_ERR_HEADERS_TIMEOUT":
      return `No response from ${origin} within ${seconds(timeouts.headers)}.`;
    case "UND_ERR_BODY_TIMEOUT":
      return `The response of ${origin} stopped for ${seconds(timeouts.body)}.`;
    default:
      return undefined;
  }
}

// The client built a request that cannot be sent.
const misuses = new Set(["UND_ERR_CLOSED", "UND_ERR_DESTROYED", "UND_ERR_INVALID_ARG"]);

/** The proxy is not there, or opens no tunnel to the service. Nothing was sent to the service. */
export class ProxyFailed extends ConnectionFailed {
  override readonly name = "ProxyFailed";
}

export interface TunnelFailure {
  /** Origin of the proxy, without user name and password. */
  readonly origin: string;
  readonly place: string;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  readonly status?: number;
  readonly hasUser?: boolean;
  readonly cause?: unknown;
}

/**
 * An error that ends connecting. Its code differs from all of undici's codes, because undici retries after some of
 * them.
 */
export class ProxyFailure extends Error {
  readonly code = "PROXY_FAILED";
  readonly failure: TunnelFailure;

  constructor(failure: TunnelFailure) {
    super("No tunnel.");
    this.failure = failure;
  }
}

/** Returns the error for a request that got no tunnel. It has no cause, because a cause may quote the proxy. */
function proxyFailed(request: Request, { failure }: ProxyFailure): ProxyFailed {
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
    return { message: `The server at ${origin} is not a proxy.`, help, transient: false };
  }
  if (status === 407) {
    const message = hasUser
      ? `The proxy ${origin} refused the user name and the password (407).`
      : `The proxy ${origin} requires a user name and a password (407).`;
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
        : "Allow it in the proxy, or connect without the proxy.",
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

const checkAddress = "Check the base URL, and that the service is running.";
const tryAgain = "Try again; if it was a change, first check whether it was made.";
const checkNetwork = "Check the base URL and the network connection.";

interface Reason {
  readonly reason: string;
  readonly help: string;
  readonly lasting?: true;
}

// What is not here, such as a certificate that is not trusted, does not pass by waiting.
const reasons: Readonly<Record<string, Reason>> = {
  EAI_AGAIN: { reason: "the host name could not be resolved", help: checkNetwork },
  ECONNREFUSED: { reason: "connection refused", help: checkAddress },
  ECONNRESET: { reason: "connection reset", help: tryAgain },
  EHOSTUNREACH: { reason: "there is no route to this host", help: checkNetwork },
  ENETDOWN: { reason: "the network is down", help: checkNetwork },
  ENETUNREACH: { reason: "there is no route to this network", help: checkNetwork },
  ENOTFOUND: { reason: "there is no such host", help: checkAddress, lasting: true },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    reason: "the server does not speak TLS",
    help: "Check the scheme, the host and the port of the base URL, and the proxy if there is one.",
    lasting: true,
  },
  EPIPE: { reason: "connection closed", help: tryAgain },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { reason: "connection closed", help: tryAgain },
  UND_ERR_SOCKET: { reason: "connection closed", help: tryAgain },
};

function reasonOf(cause: unknown): Reason {
  const code = codeOf(cause);
  return (
    reasons[code] ?? {
      reason: `${cause instanceof Error ? messageOf(cause) : ""} (${code})`,
      help: checkAddress,
      lasting: true,
    }
  );
}

/** Shortens an OpenSSL message to its reason, the only part meant for people. */
function messageOf(error: Error): string {
  return "reason" in error && typeof error.reason === "string" ? error.reason : error.message;
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !("code" in cause)) return "";
  return typeof cause.code === "string" ? cause.code : "";
}
