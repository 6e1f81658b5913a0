import type { ServiceError } from "../errors/service-error.ts";

interface OfOperation {
  /** What was asked for: `update TCP edge`. */
  readonly operation: string;
  readonly method: string;
  /** The path, relative to the base URL. */
  readonly path: string;
  /** Milliseconds until the request is sent. */
  readonly delay: number;
}

/** A request failed and will be sent again. */
export interface RetryEvent extends OfOperation {
  readonly kind: "retry";
  /** Why the attempt before failed. */
  readonly error: ServiceError;
  /** Which attempt is the next: 2 for the first repetition. */
  readonly attempt: number;
}

/** A request waits, because of the limit of requests per minute or a pause that the service wants. */
export interface WaitEvent extends OfOperation {
  readonly kind: "wait";
  /** The limit that counts at present; infinite while none is known. */
  readonly requestsPerMinute: number;
}

/** What happens in a client that its user may want to see. */
export type ClientEvent = RetryEvent | WaitEvent;
