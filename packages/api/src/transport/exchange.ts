import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** One request on its way: knows whether it was sent, collects the answer, can be stopped. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Whether any of the request can have left this machine. */
  sent = false;
  /** Rejects with undici's error, or with the reason given to `stop`. */
  readonly answer: Promise<Answer>;

  #resolve!: (answer: Answer) => void;
  #reject!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: Error | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];

  constructor() {
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

  /** Called by undici when a connection is there, just before the first byte is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stopped !== undefined) {
      controller.abort(this.#stopped);
      return;
    }
    this.#controller = controller;
    this.sent = true;
  }

  /** The last call counts: informational answers (1xx) come before the real one. */
  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [status, headers] = [this.#status, this.#headers];
    this.#resolve({ status, headers, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
