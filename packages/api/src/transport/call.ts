import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Effect, Request, ServiceError } from "../errors/service-error.ts";
import type { Operation } from "../service/operation.ts";

/**
 * One operation with all its attempts, from the first wait to the last answer. It ends by its
 * deadline or by the caller's signal, whatever it is waiting for. Has to be closed.
 */
export class Call {
  /** What ended it from this side. */
  stopped: "timeout" | "cancelled" | undefined;
  /** Moment at which the time is over, by `performance.now()`. */
  readonly deadline: number;

  readonly #operation: Operation;
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #attempts = 0;
  #earlierEffect: Effect = "none";

  constructor(operation: Operation, total: number, callerSignal: AbortSignal | undefined) {
    this.#operation = operation;
    this.#callerSignal = callerSignal;
    this.deadline = performance.now() + total;
    this.#timer = setTimeout(() => this.#stop("timeout"), total);
    if (callerSignal === undefined) return;
    // One signal may end any number of operations; Node would take that for a leak and print so.
    setMaxListeners(0, callerSignal);
    callerSignal.addEventListener("abort", this.#cancel, { once: true });
    if (callerSignal.aborted) this.#cancel();
  }

  /** What the next error says of the request. */
  get request(): Request {
    const [operation, attempts] = [this.#operation, this.#attempts];
    return { operation, attempts, earlierEffect: this.#earlierEffect };
  }

  /** Aborts when the call has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call ended, for an error. */
  get reason(): unknown {
    return this.stopped === "cancelled" ? this.#callerSignal?.reason : this.signal.reason;
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

  /** Waits; ends early, without saying so, when the call has to end. */
  async wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.signal }).catch(() => undefined);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener("abort", this.#cancel);
  }

  readonly #cancel = (): void => this.#stop("cancelled");

  #stop(why: "timeout" | "cancelled"): void {
    this.stopped ??= why;
    this.#controller.abort();
  }
}
