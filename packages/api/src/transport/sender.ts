import type { IncomingHttpHeaders } from "node:http";
import { errors, Pool, type Dispatcher } from "undici";
import type { BaseUrl } from "../configuration/base-url.ts";
import type { Proxy } from "../configuration/proxy.ts";
import type { Timeouts } from "../configuration/settings.ts";
import { noAnswer } from "../errors/no-answer.ts";
import type { Operation } from "../operation.ts";
import type { Call } from "./call.ts";
import { proxyConnector } from "./proxy-connector.ts";

export interface SenderOptions {
  readonly baseUrl: BaseUrl;
  readonly proxy: Proxy | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  readonly connections: number;
  /** Maximum bytes of an answer's body. */
  readonly largestAnswer: number;
}

export class Sender {
  readonly #pool: Pool;
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    const { baseUrl, proxy, timeouts, connections, largestAnswer } = options;
    this.#options = options;
    this.#pool = new Pool(baseUrl.origin, {
      connections,
      connect:
        proxy === undefined
          ? { timeout: timeouts.connect }
          : proxyConnector(proxy, timeouts.connect),
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      maxResponseSize: largestAnswer,
    });
  }

  /**
   * Sends a request once, and returns the answer, whatever its status.
   *
   * @throws ServiceError when there is no complete answer
   */
  async send(call: Call, body: string | undefined): Promise<Answer> {
    const exchange = new Exchange(this.#options.largestAnswer);
    const stop = (): void => exchange.stop(call.signal.reason as Error);
    const halt = (): void => {
      if (!exchange.sent) exchange.stop(call.noOther.reason as Error);
    };
    call.signal.addEventListener("abort", stop, { once: true });
    call.noOther.addEventListener("abort", halt, { once: true });
    try {
      if (call.noOther.aborted) halt();
      else this.#dispatch(exchange, call.operation, body);
      return await exchange.answer;
    } catch (error) {
      throw this.failure(call, error, exchange.sent);
    } finally {
      call.signal.removeEventListener("abort", stop);
      call.noOther.removeEventListener("abort", halt);
    }
  }

  failure(call: Call, error: unknown, sent: boolean): unknown {
    const { baseUrl, timeouts, largestAnswer } = this.#options;
    const { request } = call;
    const stopped = call.halted && !sent ? "cancelled" : call.stopped;
    const { origin } = baseUrl;
    const cause = stopped === "cancelled" ? call.reason : error;
    return noAnswer({ request, origin, sent, stopped, timeouts, largestAnswer, cause });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #dispatch(exchange: Exchange, operation: Operation, body: string | undefined): void {
    const { baseUrl, headers } = this.#options;
    const { method, path, hostPath = baseUrl.prefix + path } = operation;
    const hasBody = body !== undefined;
    this.#pool.dispatch(
      {
        method,
        path: hostPath,
        headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
        body: body ?? null,
      },
      exchange,
    );
  }
}

export interface Answer {
  readonly status: number;
  /** The values of each header by lower-case name; a service may send any header twice. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Uint8Array;
}

/** A request in progress: knows whether it was sent, collects the answer, can be stopped. */
export class Exchange implements Dispatcher.DispatchHandler {
  sent = false;
  /** Rejects with undici's error, or with the reason given to `stop`. */
  readonly answer: Promise<Answer>;

  #resolve!: (answer: Answer) => void;
  #reject!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: Error | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #body = Buffer.alloc(0);
  #length = 0;
  readonly #largestAnswer: number;

  constructor(largestAnswer: number) {
    this.#largestAnswer = largestAnswer;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Ends the exchange at once, even while it waits for a connection. */
  stop(reason: Error): void {
    this.#stopped = reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
  }

  /** Undici calls it when a connection is ready, just before the first byte is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stopped !== undefined) {
      controller.abort(this.#stopped);
      return;
    }
    this.#controller = controller;
    this.sent = true;
  }

  /** The last call counts: informational answers (1xx) come before the final answer. */
  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
    // Whoever announces too much may send it slowly, or never: undici only counts what has arrived.
    if (Number(headers["content-length"]) > this.#largestAnswer) {
      controller.abort(new errors.ResponseExceededMaxSizeError());
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const length = this.#length + chunk.length;
    // Kept as they are, pieces of one byte would take hundreds of times the memory.
    if (length > this.#body.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#body.length));
      this.#body.copy(larger, 0, 0, this.#length);
      this.#body = larger;
    }
    chunk.copy(this.#body, this.#length);
    this.#length = length;
  }

  onResponseEnd(): void {
    const headers = Object.fromEntries(
      Object.entries(this.#headers).map(([name, values = []]) => [name, [values].flat()]),
    );
    this.#resolve({ status: this.#status, headers, body: this.#body.subarray(0, this.#length) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
