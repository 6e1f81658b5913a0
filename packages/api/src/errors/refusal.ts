import type { OperationTemplate } from "../operation.ts";
import {
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  RateLimited,
  ServiceFailure,
  Unauthorized,
  possibleEffect,
  type Failure,
  type Request,
  type ServiceError,
} from "./service-error.ts";

export interface ErrorBody {
  readonly code: string | undefined;
  /** One line of at most 300 characters. */
  readonly message: string | undefined;
  /** The texts in the body's `details`, shortened in the same way. */
  readonly details: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the error for an answer's status; undefined when the status is not an error.
 *
 * @param retryAfter - milliseconds that the answer asks to wait
 */
export function refusal(
  request: Request,
  status: number,
  { code, message: serviceMessage, details }: ErrorBody,
  retryAfter: number | undefined,
): ServiceError | undefined {
  const { operation } = request;
  const kind = kinds[status] ?? (status >= 500 && status <= 599 ? serviceFailure : undefined);
  if (kind === undefined) return undefined;
  return new kind.type({
    ...request,
    status,
    code,
    serviceMessage,
    details,
    retryAfter,
    message: sentence(
      `${kind.what(operation)} (${status})`,
      kind.quote ? serviceMessage : undefined,
    ),
    help: helpOf(kind, request, retryAfter),
    effect: isNotCarriedOut(kind, code) ? "none" : possibleEffect(operation),
    transient: kind === rateLimited || (kind === serviceFailure && !lasting.has(status)),
  });
}

/**
 * True when an answer proves that the request was not carried out: a refusal by the service itself does. A server
 * failure does not, nor does an answer without a code, because an intermediary may refuse a request that it has
 * already forwarded.
 */
function isNotCarriedOut(kind: Kind, code: string | undefined): boolean {
  if (kind === rateLimited) return code === limitReached;
  return kind !== serviceFailure && code !== undefined;
}

/**
 * The error code for the account's limit of requests per minute. Source: "Errors" in the service's public
 * documentation.
 */
const limitReached = "ERR_NGROK_226";

interface Kind {
  readonly type: new (failure: Failure) => ServiceError;
  readonly what: (operation: OperationTemplate) => string;
  readonly help: string;
  readonly quote: boolean;
}

const invalidRequest: Kind = {
  type: InvalidRequest,
  what: () => "The service refused the request",
  help: "Change what the service names, and try again.",
  quote: true,
};

const notFound: Kind = {
  type: NotFound,
  what: ({ path }) => `The service does not know ${path}`,
  help: "Check the identifiers, the base URL, the version header, and that the API key is of the right account.",
  quote: false,
};

const rateLimited: Kind = {
  type: RateLimited,
  what: () => "The service accepts no more requests for now",
  help: "Wait a minute, and try again.",
  quote: false,
};

const serviceFailure: Kind = {
  type: ServiceFailure,
  what: () => "The service failed",
  help: "Try again later; if it was a change, first check whether it was made.",
  quote: true,
};

const kinds: Readonly<Record<number, Kind>> = {
  400: invalidRequest,
  401: {
    type: Unauthorized,
    what: () => "The service refused the API key",
    help: "Check that the key is complete, still valid, and of the right account.",
    quote: false,
  },
  403: {
    type: Forbidden,
    what: () => "The service does not allow this with the API key",
    help: "Use a key that may do this, or ask for permission.",
    quote: true,
  },
  404: notFound,
  409: {
    type: Conflict,
    what: () => "The service reports a conflict",
    help: "Look at what is stored now, and try again.",
    quote: true,
  },
  413: invalidRequest,
  422: invalidRequest,
  429: rateLimited,
};

// 501 and 505: the service will not learn what it cannot do.
const lasting = new Set([501, 505]);

function helpOf(
  kind: Kind,
  { operation, earlierEffect }: Request,
  retryAfter: number | undefined,
): string {
  if (kind === rateLimited && retryAfter !== undefined) {
    return `Wait ${Math.ceil(retryAfter / 1000)} seconds, and try again.`;
  }
  // It is unknown whether it was there: the attempt without an answer may have deleted it.
  if (kind === notFound && operation.method === "DELETE" && earlierEffect === "possible") {
    return "An earlier attempt got no response and may have deleted it. It no longer exists.";
  }
  return kind.help;
}

function sentence(what: string, quoted: string | undefined): string {
  if (quoted === undefined) return `${what}.`;
  return /[.!?…]$/.test(quoted) ? `${what}: ${quoted}` : `${what}: ${quoted}.`;
}
