import type { Static, TSchema } from "@sinclair/typebox";
import type { Retries, Timeouts } from "../configuration/settings.ts";
import { Cancelled, Timeout } from "../errors/no-answer.ts";
import { notSent, RateLimited, type Request, ServiceError } from "../errors/service-error.ts";
import { identifierNames, makeOperation } from "../make-operation.ts";
import type { ChangeOptions, Operation, OperationTemplate } from "../operation.ts";
import { Call } from "./call.ts";
import { checkBody, checkStatus } from "./answer.ts";
import { type Answer, Sender, type SenderOptions } from "./sender.ts";
import { PauseTooLong, RateLimiter, type Turn } from "./rate-limiter.ts";
import { delayBeforeRetry, wait } from "./retry.ts";
import { Secret } from "../configuration/secret.ts";

/** What a connection is made of; everything is checked already. */
export interface ConnectionOptions extends SenderOptions {
  readonly apiKey: string;
  readonly retries: Retries;
  /** Infinite for no limit. */
  readonly requestsPerMinute: number;
  readonly onEvent: (event: ClientEvent) => void;
}

/** The answer that an operation is to have. */
export interface Expected<T extends TSchema> {
  /** The status of success. */
  readonly status: number;
  /** The shape of the body. */
  readonly schema: T;
  /** Throws for a body that has the shape and is wrong all the same. */
  readonly check?: (body: Static<T>, request: Request) => void;
}

/** What is sent, and how it may be ended. */
export interface SendOptions extends ChangeOptions {
  readonly body?: object;
}

/** Sends requests to the service and checks the answers. Connections are kept open for the next. */
export class Connection {
  readonly #sender: Sender;
  readonly #options: ConnectionOptions;
  readonly #secret: Secret;
  readonly #limiter: RateLimiter;
  readonly #calls = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#secret = new Secret(options.apiKey);
    this.#limiter = new RateLimiter(options.requestsPerMinute);
    this.#sender = new Sender(options);
  }

  /** Where the operations are: `https://api.example.com/v1`. */
  get baseUrl(): string {
    const { origin, prefix } = this.#options.baseUrl;
    return origin + prefix;
  }

  /** The part of the base URL's path that stands before the path of every operation. */
  get prefix(): string {
    return this.#options.baseUrl.prefix;
  }

  /** The proxy's scheme, host and port. */
  get proxy(): string | undefined {
    return this.#options.proxy?.origin;
  }

  get timeouts(): Timeouts {
    return this.#options.timeouts;
  }

  get retries(): Retries {
    return this.#options.retries;
  }

  get secret(): Secret {
    return this.#secret;
  }

  /**
   * Makes an operation on the resources with these identifiers.
   *
   * @throws InvalidRequest for what cannot be an identifier, the API key among it: paths are logged
   */
  operation(template: OperationTemplate, ...identifiers: readonly string[]): Operation {
    const index = identifiers.findIndex((identifier) => this.#secret.isIn(identifier));
    if (index !== -1) {
      const field = identifierNames(template)[index];
      const help = "Give the identifier of the resource in its place.";
      throw notSent(template, `"${field}" holds the API key`, { field, help });
    }
    return makeOperation(template, ...identifiers);
  }

  /**
   * Does one operation, and returns the answer's body.
   *
   * @throws ServiceError for everything but the expected answer
   */
  async fetch<T extends TSchema>(
    operation: Operation,
    expected: Expected<T>,
    options: SendOptions,
  ): Promise<Static<T>> {
    return this.#tracked(operation, options, (answer, { request }) => {
      checkStatus(request, answer, expected.status, this.#secret);
      const body = checkBody(request, answer, expected.schema);
      expected.check?.(body, request);
      return body;
    });
  }

  /** Does one operation whose answer has no body. */
  async run(
    operation: Operation,
    expected: { readonly status: number },
    options: SendOptions,
  ): Promise<void> {
    await this.#tracked(operation, options, (answer, { request }) =>
      checkStatus(request, answer, expected.status, this.#secret),
    );
  }

  /** Waits for operations under way and closes all connections. */
  async close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#calls).then(() => this.#sender.close());
    await this.#closed;
  }

  async #tracked<T>(
    operation: Operation,
    options: SendOptions,
    read: (answer: Answer, call: Call) => T,
  ): Promise<T> {
    if (this.#closed !== undefined) throw new Error("The client is already closed.");
    const body = options.body && bodyText(operation, options.body);
    const call = new Call(operation, this.#options.timeouts.total, options);
    const attempt = (): Promise<T> => this.#attempt(call, body, read);
    const done = this.#repeat(call, options, attempt).finally(() => call.close());
    this.#calls.add(done);
    try {
      return await done;
    } finally {
      this.#calls.delete(done);
    }
  }

  async #repeat<T>(call: Call, options: ChangeOptions, attempt: () => Promise<T>): Promise<T> {
    let last: ServiceError | undefined;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        // Stopped before it was sent again: the attempt before is the last one.
        if (call.halted && error instanceof Cancelled && last !== undefined) throw last;
        await this.#beforeNext(call, options, error);
        last = error;
      }
    }
  }

  async #attempt<T>(
    call: Call,
    body: string | undefined,
    read: (answer: Answer, call: Call) => T,
  ): Promise<T> {
    const turn = await this.#turn(call);
    try {
      call.begin();
      const result = read(await this.#sender.send(call, body), call);
      this.#limiter.settle(turn);
      return result;
    } catch (error) {
      if (error instanceof RateLimited) this.#limiter.refused(turn, error.retryAfter);
      else this.#limiter.settle(turn);
      throw error;
    }
  }

  /**
   * Waits before the next attempt.
   *
   * @throws the error of the attempt before when there is to be no other
   */
  async #beforeNext(
    call: Call,
    { onlyOnce = false }: ChangeOptions,
    error: ServiceError,
  ): Promise<void> {
    const { attempts, operation } = call;
    const delay = delayBeforeRetry(error, operation, this.#options.retries, { attempts, onlyOnce });
    if (call.stopped !== undefined || call.halted) throw error;
    // A wait that cannot end in time would only tell later what is known already.
    if (delay === undefined || performance.now() + delay > call.deadline) throw error;
    call.failed(error);
    this.#tell({ kind: "retry", error, attempt: attempts + 1, delay, ...described(operation) });
    await wait(delay, call.noOther);
    if (call.halted) throw error;
  }

  async #turn(call: Call): Promise<Turn> {
    const { delay, limit: requestsPerMinute } = this.#limiter;
    if (delay > 0 && !call.noOther.aborted) {
      this.#tell({ kind: "wait", delay, requestsPerMinute, ...described(call.operation) });
    }
    try {
      return await this.#limiter.turn(call.deadline, call.noOther);
    } catch (error) {
      throw this.#withoutTurn(call, error);
    }
  }

  #withoutTurn(call: Call, error: unknown): unknown {
    const known = { ...call.request, effect: "none" } as const;
    if (error instanceof PauseTooLong) {
      const seconds = Math.ceil(error.remaining / 1000);
      return new RateLimited({
        ...known,
        retryAfter: error.remaining,
        message: `The request was not sent: the service asks for a pause of ${seconds} seconds.`,
        help: `Wait ${seconds} seconds, and try again.`,
        transient: true,
      });
    }
    if (call.stopped === "timeout") {
      const limit = Number.isFinite(this.#limiter.limit)
        ? `the limit of ${this.#limiter.limit} requests a minute left no room for it`
        : "there was no time left";
      return new Timeout({
        ...known,
        message: `The request was not sent: ${limit} within ${this.#options.timeouts.total / 1000} seconds.`,
        help: "Allow more time, do fewer operations at the same time, or raise the limit.",
        transient: true,
      });
    }
    return this.#sender.failure(call, error, false);
  }

  #tell(event: ClientEvent): void {
    this.#options.onEvent(event);
  }
}

function described({ name: operation, method, path }: Operation): {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
} {
  return { operation, method, path };
}

/**
 * The body of a request as JSON.
 *
 * @throws InvalidRequest for what JSON cannot hold
 */
function bodyText(operation: OperationTemplate, body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const isTooDeep = cause instanceof RangeError;
    if (!isTooDeep && !(cause instanceof TypeError)) throw cause;
    const what = isTooDeep
      ? "its body is nested too deep"
      : "its body contains itself or a value that JSON cannot represent";
    const help = "Remove what the service does not accept, and try again.";
    throw notSent(operation, what, { help, cause });
  }
}

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
interface RetryEvent extends OfOperation {
  readonly kind: "retry";
  /** Why the attempt before failed. */
  readonly error: ServiceError;
  /** Which attempt is the next: 2 for the first repetition. */
  readonly attempt: number;
}

/** A request waits, because of the limit of requests per minute or a pause that the service wants. */
interface WaitEvent extends OfOperation {
  readonly kind: "wait";
  /** The limit that counts at present; infinite while none is known. */
  readonly requestsPerMinute: number;
}

/** What happens in a client that its user may want to see. */
export type ClientEvent = RetryEvent | WaitEvent;
