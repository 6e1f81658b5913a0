const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Takes the signals that end a process, while targets are written to: after the first, what is under
 * way is finished; the second ends it at once, and what is known is still told; the third ends the
 * process as it would have been ended without this.
 */
export class Interruption {
  /** Lets nothing more begin. */
  readonly stop: AbortSignal;
  /** Ends everything. */
  readonly signal: AbortSignal;
  readonly #take: (signal: NodeJS.Signals) => void;

  /** @param onStop - called at once at the first signal */
  constructor(onStop: () => void) {
    const [soft, hard] = [new AbortController(), new AbortController()];
    this.stop = soft.signal;
    this.signal = hard.signal;
    this.#take = (signal) => {
      if (!soft.signal.aborted) {
        soft.abort();
        onStop();
      } else if (!hard.signal.aborted) {
        hard.abort();
      } else {
        this.end();
        process.kill(process.pid, signal);
      }
    };
    for (const signal of signals) process.on(signal, this.#take);
  }

  /** Leaves the signals to the system again. */
  end(): void {
    for (const signal of signals) process.off(signal, this.#take);
  }
}
