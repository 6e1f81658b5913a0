import { setMaxListeners } from "node:events";
import type { Effect, Request, ServiceError } from "../errors/service-error.ts";
import type { Operation, RequestOptions } from "../operation.ts";

/**
 * One operation with all its attempts, from the first wait to the last answer. It ends by its
 * deadline or by the caller's signal, whatever it is waiting for; by the caller's `stop` only when no
 * request is in progress. Has to be closed.
 */
export class Call {
  /** What ended it from this side. */
  stopped: "timeout" | "cancelled" | undefined;
  /** Moment at which the time is over, by `performance.now()`. */
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

  /** What the next error says of the request. */
  get request(): Request {
    const { operation, attempts } = this;
    return { operation, attempts, earlierEffect: this.#earlierEffect };
  }

  /** Aborts when the call has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts when nothing more may be sent: then too, and when the caller wants no other request. */
  get noOther(): AbortSignal {
    return this.#noOther.signal;
  }

  /** Whether the caller wants no other request, while the one in progress may end. */
  get halted(): boolean {
    return this.stopped === undefined && this.noOther.aborted;
  }

  /** Why the call ended, for an error. */
  get reason(): unknown {
    if (this.stopped === "timeout") return this.signal.reason;
    const { signal, stop } = this.#caller;
    return signal?.aborted ? signal.reason : stop?.reason;
  }

  /** How many attempts were made. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Counts an attempt that begins now. */
  begin(): void {
    this.#attempts += 1;
  }

  /** Remembers what the attempt that failed may have done. */
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
