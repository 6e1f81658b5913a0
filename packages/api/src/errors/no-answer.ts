import { errors } from "undici";
import type { Timeouts } from "../configuration/timeouts.ts";
import { ConnectionFailed } from "./connection-failed.ts";
import { proxyFailed, ProxyFailure } from "./proxy-failed.ts";
import { codeOf, reasonOf } from "./reasons.ts";
import { possibleEffect, ServiceError, type Request } from "./service-error.ts";
import { UnexpectedResponse } from "./unexpected-response.ts";

/** There was no complete answer in time. */
export class Timeout extends ServiceError {
  override readonly name = "Timeout";
}

/** The caller's signal ended the operation; its reason is the `cause`. */
export class Cancelled extends ServiceError {
  override readonly name = "Cancelled";
}

/** What is known of an attempt that got no complete answer. */
export interface Unanswered {
  readonly request: Request;
  readonly origin: string;
  /** Whether any of the attempt's request can have left this machine. */
  readonly sent: boolean;
  /** What ended it from this side. */
  readonly stopped: "timeout" | "cancelled" | undefined;
  readonly timeouts: Timeouts;
  /** Bytes that an answer may have. */
  readonly largestAnswer: number;
  readonly cause: unknown;
}

/** The error for a request without a complete answer; a programming error is returned as it is. */
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
    return new UnexpectedResponse({ ...known, message: `The answer of ${origin} is not HTTP.` });
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    const message = `The answer of ${origin} has too large headers.`;
    return new UnexpectedResponse({ ...known, message });
  }
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    const message = `The answer of ${origin} is larger than ${largestAnswer} bytes.`;
    return new UnexpectedResponse({ ...known, message });
  }
  if (code === "" || misuses.has(code)) return cause;
  const { reason, help, lasting } = reasonOf(cause);
  const message = sent
    ? `The connection to ${origin} failed before the answer was complete: ${reason}.`
    : `Could not connect to ${origin}: ${reason}.`;
  return new ConnectionFailed({ ...known, message, help, cause, transient: lasting !== true });
}

/** A sentence about what took too long; nothing when nothing did. */
function lateness(
  { origin, sent, stopped, timeouts }: Unanswered,
  code: string,
): string | undefined {
  const seconds = (milliseconds: number): string => `${milliseconds / 1000} seconds`;
  if (stopped === "timeout") {
    return sent
      ? `No complete answer from ${origin} within ${seconds(timeouts.total)}.`
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
      return `No answer from ${origin} within ${seconds(timeouts.headers)}.`;
    case "UND_ERR_BODY_TIMEOUT":
      return `The answer of ${origin} stopped for ${seconds(timeouts.body)}.`;
    default:
      return undefined;
  }
}

// The client built a request that cannot be sent.
const misuses = new Set(["UND_ERR_CLOSED", "UND_ERR_DESTROYED", "UND_ERR_INVALID_ARG"]);
