import type { Operation } from "../service/operation.ts";

/**
 * Whether a failed request can have changed something on the service: `none` when it only reads,
 * was never sent or was refused, `possible` when nobody can tell without looking.
 */
export type Effect = "none" | "possible";

/** What is known of a failure. */
export interface Failure {
  readonly operation: Operation;
  /** One sentence: what went wrong. */
  readonly message: string;
  readonly effect: Effect;
  /** One sentence: what to do. */
  readonly help?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly serviceMessage?: string | undefined;
  readonly cause?: unknown;
}

/** An operation of the service that failed. Neither the error nor its cause holds the API key. */
export abstract class ServiceError extends Error {
  /** What was asked for: `update TCP edge`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path, relative to the base URL. */
  readonly path: string;
  /** Whether the request can have changed something on the service. */
  readonly effect: Effect;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The service's own code for the error, if it gave one. */
  readonly code: string | undefined;
  /** What the service said about it, shortened to one line. */
  readonly serviceMessage: string | undefined;
  /** One sentence: what to do. */
  readonly help: string | undefined;

  constructor(failure: Failure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.operation = failure.operation.name;
    this.method = failure.operation.method;
    this.path = failure.operation.path;
    this.effect = failure.effect;
    this.status = failure.status;
    this.code = failure.code;
    this.serviceMessage = failure.serviceMessage;
    this.help = failure.help;
  }
}

/** The effect of an operation that may have reached the service. */
export function possibleEffect({ method }: Operation): Effect {
  return method === "GET" ? "none" : "possible";
}
