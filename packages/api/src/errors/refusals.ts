import { possibleEffect, ServiceError, type Failure } from "./service-error.ts";
import type { Operation } from "../service/operation.ts";
import type { ErrorBody } from "../transport/error-body.ts";

/** 400, 413 or 422: the service refuses what was sent; or the client did, before sending it. */
export class InvalidRequest extends ServiceError {
  override readonly name = "InvalidRequest";
}

/** 401: the service does not take the API key. */
export class Unauthorized extends ServiceError {
  override readonly name = "Unauthorized";
}

/** 403: the API key may not do this. */
export class Forbidden extends ServiceError {
  override readonly name = "Forbidden";
}

/** 404: there is no such thing. */
export class NotFound extends ServiceError {
  override readonly name = "NotFound";
}

/** 409: something else stands against it. */
export class Conflict extends ServiceError {
  override readonly name = "Conflict";
}

/** 429: too many requests. */
export class RateLimited extends ServiceError {
  override readonly name = "RateLimited";
}

/** 5xx: the service, or something before it, failed; the request can have had an effect. */
export class ServiceFailure extends ServiceError {
  override readonly name = "ServiceFailure";
}

/** The error that an answer's status stands for; nothing when the status is not an error's. */
export function refusal(
  operation: Operation,
  status: number,
  { code, message: serviceMessage }: ErrorBody,
): ServiceError | undefined {
  const kind = kinds[status] ?? (status >= 500 && status <= 599 ? serviceFailure : undefined);
  if (kind === undefined) return undefined;
  return new kind.type({
    operation,
    status,
    code,
    serviceMessage,
    message: sentence(
      `${kind.what(operation)} (${status})`,
      kind.quote ? serviceMessage : undefined,
    ),
    help: kind.help,
    effect: kind === serviceFailure ? possibleEffect(operation) : "none",
  });
}

interface Kind {
  readonly type: new (failure: Failure) => ServiceError;
  readonly what: (operation: Operation) => string;
  readonly help: string;
  /** Whether the sentence needs the service's own words to be of use. */
  readonly quote: boolean;
}

const invalidRequest: Kind = {
  type: InvalidRequest,
  what: () => "The service refused the request",
  help: "Change what the service names, and try again.",
  quote: true,
};

const serviceFailure: Kind = {
  type: ServiceFailure,
  what: () => "The service failed",
  help: "Try again later; if it was a change, look first whether it was made.",
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
    what: () => "The service does not allow this to the API key",
    help: "Use a key that may do this, or ask for the permission.",
    quote: true,
  },
  404: {
    type: NotFound,
    what: ({ path }) => `The service does not know ${path}`,
    help: "Check the identifiers, the base URL, and that the API key is of the right account.",
    quote: false,
  },
  409: {
    type: Conflict,
    what: () => "The service reports a conflict",
    help: "Look at what is stored now, and try again.",
    quote: true,
  },
  413: invalidRequest,
  422: invalidRequest,
  429: {
    type: RateLimited,
    what: () => "The service takes no more requests for now",
    help: "Wait a minute, and try again.",
    quote: false,
  },
};

function sentence(what: string, quoted: string | undefined): string {
  if (quoted === undefined) return `${what}.`;
  return /[.!?…]$/.test(quoted) ? `${what}: ${quoted}` : `${what}: ${quoted}.`;
}
