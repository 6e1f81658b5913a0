import { Session } from "node:inspector";
import { stopIndex } from "./time-limit.ts";

// A main thread that only waits ends its waiting by itself.
const grace = 250;

/**
 * Stops what the main thread runs once its time is up: a loop without an end leaves it no way to do
 * that itself. Its timers and everything else there go on afterwards.
 */
export class Watchdog {
  readonly #clock: Int32Array;
  #watched = 0;

  /** @param clock - of the main thread; see `time-limit.ts` */
  constructor(clock: Int32Array) {
    this.#clock = clock;
  }

  /** Watches the run that the main thread is in. */
  watch(): void {
    const run = Atomics.load(this.#clock, 0);
    // Between two runs, the main thread loads parts of this command and takes its time.
    const isRunning = run % 2 === 1;
    if (!isRunning || run === this.#watched) return;
    this.#watched = run;
    const stop = (): void => {
      if (Atomics.load(this.#clock, 0) === run) stopMainThread(this.#clock);
    };
    setTimeout(stop, Atomics.load(this.#clock, 1) + grace).unref();
  }
}

function stopMainThread(clock: Int32Array): void {
  const session = new Session();
  Atomics.store(clock, stopIndex, 1);
  session.connectToMainThread();
  session.post("Runtime.terminateExecution", () => {
    session.disconnect();
    Atomics.store(clock, stopIndex, 0);
  });
}
