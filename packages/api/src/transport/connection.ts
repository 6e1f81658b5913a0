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

export interface ConnectionOptions extends SenderOptions {
  readonly apiKey: string;
  readonly retries: Retries;
  /** Infinite for no limit. */
  readonly requestsPerMinute: number;
  readonly onEvent: (event: ClientEvent) => void;
}

export interface Expected<T extends TSchema> {
  readonly status: number;
  readonly schema: T;
  readonly check?: (body: Static<T>, request: Request) => void;
}

export interface SendOptions extends ChangeOptions {
  readonly body?: object;
}

/** Sends requests to the service and checks the answers. Keeps connections open for reuse. */
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

  get baseUrl(): string {
    const { origin, prefix } = this.#options.baseUrl;
    return origin + prefix;
  }

  get prefix(): string {
    return this.#options.baseUrl.prefix;
  }

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
   * Builds an operation on the resources with these identifiers.
   *
   * @throws InvalidRequest for invalid identifiers, including the API key, because paths are logged
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
   * Runs an operation, and returns the answer's body.
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

  async run(
    operation: Operation,
    expected: { readonly status: number },
    options: SendOptions,
  ): Promise<void> {
    await this.#tracked(operation, options, (answer, { request }) =>
      checkStatus(request, answer, expected.status, this.#secret),
    );
  }

  /** Waits for operations in progress, then closes all connections. */
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
   * @throws the error of the previous attempt when there is to be no other
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
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly delay: number;
}

interface RetryEvent extends OfOperation {
  readonly kind: "retry";
  readonly error: ServiceError;
  /** Number of the next attempt: 2 for the first repetition. */
  readonly attempt: number;
}

interface WaitEvent extends OfOperation {
  readonly kind: "wait";
  /** The current limit; infinite while none is known. */
  readonly requestsPerMinute: number;
}

/** An event in a client that its user may want to see. */
export type ClientEvent = RetryEvent | WaitEvent;
