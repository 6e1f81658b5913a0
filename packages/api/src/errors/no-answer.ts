import { errors } from "undici";
import type { Operation } from "../service/operation.ts";
import { possibleEffect, ServiceError } from "./service-error.ts";
import { UnexpectedResponse } from "./unexpected-response.ts";

/** There was no connection, or it ended before the answer was complete. */
export class ConnectionFailed extends ServiceError {
  override readonly name = "ConnectionFailed";
}

/** There was no complete answer in time. */
export class Timeout extends ServiceError {
  override readonly name = "Timeout";
}

/** The caller's signal ended the request; its reason is the `cause`. */
export class Cancelled extends ServiceError {
  override readonly name = "Cancelled";
}

/** What is known of a request that got no complete answer. */
export interface Unanswered {
  readonly operation: Operation;
  readonly origin: string;
  /** Whether any of the request can have left this machine. */
  readonly sent: boolean;
  /** What ended it from this side. */
  readonly stopped: "timeout" | "cancelled" | undefined;
  /** Milliseconds that the request had. */
  readonly timeout: number;
  readonly cause: unknown;
}

/** The error for a request without a complete answer; a programming error is returned as it is. */
export function noAnswer(request: Unanswered): unknown {
  const { operation, origin, sent, stopped, timeout, cause } = request;
  const effect = sent ? possibleEffect(operation) : "none";
  const code = codeOf(cause);
  if (stopped === "cancelled") {
    const message = "The request was cancelled.";
    return new Cancelled({ operation, effect, message, cause });
  }
  if (stopped === "timeout" || timeouts.has(code)) {
    const message = sent
      ? `No complete answer from ${origin} within ${timeout / 1000} seconds.`
      : `No connection to ${origin} in time.`;
    const help = "Try again later, or allow more time.";
    return new Timeout({ operation, effect, message, help });
  }
  const flaw = cause instanceof errors.HTTPParserError ? "is not HTTP" : badAnswers[code];
  if (flaw !== undefined) {
    // Without the cause, which quotes the answer, which may quote the request and its key.
    const message = `The answer of ${origin} ${flaw}.`;
    return new UnexpectedResponse({ operation, effect, message });
  }
  if (code === "" || misuses.has(code)) return cause;
  const [reason, help] = reasons[code] ?? [`${messageOf(cause)} (${code})`, checkAddress];
  const message = sent
    ? `The connection to ${origin} failed before the answer was complete: ${reason}.`
    : `Could not connect to ${origin}: ${reason}.`;
  return new ConnectionFailed({ operation, effect, message, help, cause });
}

const timeouts = new Set([
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
]);

const badAnswers: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: "has too large headers",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "is too large",
};

// The client was used after `close()`, or built a request that cannot be sent.
const misuses = new Set(["UND_ERR_CLOSED", "UND_ERR_DESTROYED", "UND_ERR_INVALID_ARG"]);

const checkAddress = "Check the base URL, and that the service is running.";
const tryAgain = "Try again; if it was a change, look first whether it was made.";
const checkNetwork = "Check the base URL and the network connection.";

const reasons: Readonly<Record<string, readonly [reason: string, help: string]>> = {
  EAI_AGAIN: ["the host name could not be looked up", checkNetwork],
  ECONNREFUSED: ["connection refused", checkAddress],
  ECONNRESET: ["connection reset", tryAgain],
  EHOSTUNREACH: ["there is no way to this host", checkNetwork],
  ENETUNREACH: ["there is no way to this network", checkNetwork],
  ENOTFOUND: ["there is no such host", checkAddress],
  EPIPE: ["connection closed", tryAgain],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["connection closed", tryAgain],
  UND_ERR_SOCKET: ["connection closed", tryAgain],
};

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error) || !("code" in cause)) return "";
  return typeof cause.code === "string" ? cause.code : "";
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "";
}
