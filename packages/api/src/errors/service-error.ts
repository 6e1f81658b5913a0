import type { OperationTemplate } from "../operation.ts";

/**
 * Tells whether a failed request can have changed something on the service: `none` when it only reads, was never sent
 * or was refused; `possible` when only a read can tell.
 */
export type Effect = "none" | "possible";

export interface Request {
  readonly operation: OperationTemplate;
  /** Number of attempts; none by default. */
  readonly attempts?: number;
  /** The effect of the attempts before the last one. */
  readonly earlierEffect?: Effect;
}

export interface Failure extends Request {
  readonly message: string;
  readonly effect: Effect;
  readonly help?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly serviceMessage?: string | undefined;
  readonly field?: string | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
  readonly transient?: boolean | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** An operation of the service that failed. Neither the error nor its cause holds the API key. */
export abstract class ServiceError extends Error {
  /** The requested operation: `update TCP edge`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /**
   * The path, relative to the base URL; with names such as `{id}` in place of the identifiers when one
   * of them could not be sent.
   */
  readonly path: string;
  /** How many attempts were made; 0 when the client itself refused the request. */
  readonly attempts: number;
  /** Tells whether any of the requests can have changed something on the service. */
  readonly effect: Effect;
  /** True when the same request may succeed later without any change. */
  readonly transient: boolean;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /**
   * The service's own code for the error; without one, the answer may be that of something between
   * here and the service.
   */
  readonly code: string | undefined;
  /** The service's message, shortened to one line. */
  readonly serviceMessage: string | undefined;
  /**
   * The missing or wrong field of the request or the answer, if it is one: `hostports.0`; for an
   * identifier, its name in the path.
   */
  readonly field: string | undefined;
  /** The texts in the `details` of the service's error, such as an `operation_id`; if there are any. */
  readonly details: Readonly<Record<string, string>> | undefined;
  /** Milliseconds that the service asks to wait, if it does (`Retry-After`). */
  readonly retryAfter: number | undefined;
  /** One sentence: what to do. */
  readonly help: string | undefined;

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    const { operation, attempts = 0, earlierEffect = "none" } = failure;
    this.operation = operation.name;
    this.method = operation.method;
    this.path = operation.path;
    this.attempts = attempts;
    this.effect = earlierEffect === "possible" ? "possible" : failure.effect;
    this.transient = failure.transient ?? false;
    this.status = failure.status;
    this.code = failure.code;
    this.serviceMessage = failure.serviceMessage;
    this.field = failure.field;
    this.details = failure.details;
    this.retryAfter = failure.retryAfter;
    this.help = failure.help;
  }
}

export function possibleEffect({ method }: OperationTemplate): Effect {
  return method === "GET" ? "none" : "possible";
}

/** 400, 413 or 422: the service refuses what was sent; or the client did, before sending it. */
export class InvalidRequest extends ServiceError {
  override readonly name = "InvalidRequest";
}

export function notSent(
  operation: OperationTemplate,
  what: string,
  known: { readonly help: string; readonly field?: string | undefined; readonly cause?: unknown },
): InvalidRequest {
  const message = `The request to ${operation.name} was not sent: ${what}.`;
  return new InvalidRequest({ operation, message, effect: "none", ...known });
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

/** 429: too many requests; or the service asked for a longer pause than the operation has time. */
export class RateLimited extends ServiceError {
  override readonly name = "RateLimited";
}

/** 5xx: the service, or something before it, failed; the request can have had an effect. */
export class ServiceFailure extends ServiceError {
  override readonly name = "ServiceFailure";
}

/** There was no connection, or it ended before the response was complete. */
export class ConnectionFailed extends ServiceError {
  override readonly name: string = "ConnectionFailed";
}

/** An answer that the service's description does not foresee. */
export class UnexpectedResponse extends ServiceError {
  override readonly name = "UnexpectedResponse";

  constructor(failure: Failure) {
    super({ ...failure, help: failure.help ?? "Check that the base URL is that of the service." });
  }
}
