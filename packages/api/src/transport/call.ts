import { setMaxListeners } from "node:events";
import type { Effect, Request, ServiceError } from "../errors/service-error.ts";
import type { Operation, RequestOptions } from "../operation.ts";

/**
 * An operation with all its attempts, from the first wait to the last answer. Its deadline and the caller's signal
 * end it, whatever it is waiting for; the caller's `stop` ends it only when no request is in progress. Must be
 * closed.
 */
export class Call {
  stopped: "timeout" | "cancelled" | undefined;
  /** End of the time limit, on the `performance.now()` clock. */
  readonly deadline: number;

  readonly operation: Operation;
  readonly #controller = new AbortController();
  readonly #noOther = new AbortController();
  readonly #caller: RequestOptions;
  readonly #timer: NodeJS.Timeout;
  #attempts = 0;
  #earlierEffect: Effect = "none";

  constructor(operation: Operation, total: number, caller: RequestOptions) {
    this.operation = operation;
    this.#caller = caller;
    this.deadline = performance.now() + total;
    this.#timer = setTimeout(() => this.#stop("timeout"), total);
    const { signal, stop } = caller;
    listen(signal, this.#cancel);
    listen(stop, this.#halt);
  }

  get request(): Request {
    const { operation, attempts } = this;
    return { operation, attempts, earlierEffect: this.#earlierEffect };
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts when nothing more may be sent: when the call must end, or when the caller wants no other request. */
  get noOther(): AbortSignal {
    return this.#noOther.signal;
  }

  get halted(): boolean {
    return this.stopped === undefined && this.noOther.aborted;
  }

  get reason(): unknown {
    if (this.stopped === "timeout") return this.signal.reason;
    const { signal, stop } = this.#caller;
    return signal?.aborted ? signal.reason : stop?.reason;
  }

  get attempts(): number {
    return this.#attempts;
  }

  begin(): void {
    this.#attempts += 1;
  }

  failed({ effect }: ServiceError): void {
    this.#earlierEffect = effect;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller.signal?.removeEventListener("abort", this.#cancel);
    this.#caller.stop?.removeEventListener("abort", this.#halt);
  }

  readonly #cancel = (): void => this.#stop("cancelled");

  readonly #halt = (): void => this.#noOther.abort();

  #stop(why: "timeout" | "cancelled"): void {
    this.stopped ??= why;
    this.#controller.abort();
    this.#noOther.abort();
  }
}

function listen(signal: AbortSignal | undefined, listener: () => void): void {
  if (signal === undefined) return;
  // One signal may end any number of operations; Node would take that for a leak and print so.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", listener, { once: true });
  if (signal.aborted) listener();
}
