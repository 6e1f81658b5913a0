import { writeSync } from "node:fs";
import { Session } from "node:inspector";
import { stopIndex } from "./time-limit.ts";

// A main thread that only waits ends its waiting by itself.
const grace = 250;

/** Milliseconds that the main thread may take to react to being stopped. */
const patience = 1000;

const help =
  "  help: Read no named pipe, no terminal and no standard input in a policy or configuration.\n";

/**
 * Stops the work of the main thread when its time is up; an infinite loop keeps the main thread from doing so itself.
 * Its timers and everything else there continue afterwards.
 */
export class Watchdog {
  readonly #clock: Int32Array;
  #watched = 0;

  /** @param clock - of the main thread; see `time-limit.ts` */
  constructor(clock: Int32Array) {
    this.#clock = clock;
  }

  watch(): void {
    const run = Atomics.load(this.#clock, 0);
    // Between two runs, the main thread loads parts of this command and takes its time.
    const isRunning = run % 2 === 1;
    if (!isRunning || run === this.#watched) return;
    this.#watched = run;
    const limit = Atomics.load(this.#clock, 1);
    const stop = (): void => {
      if (Atomics.load(this.#clock, 0) !== run) return;
      stopMainThread(this.#clock);
      setTimeout(endIfStuck, patience).unref();
    };
    // Nothing stops what waits for the system, such as for somebody who writes to a named pipe.
    const endIfStuck = (): void => {
      const isStuck =
        Atomics.load(this.#clock, 0) === run && Atomics.load(this.#clock, stopIndex) > 0;
      if (!isStuck) return;
      writeSync(
        2,
        `error: Code did not finish within ${limit / 1000} seconds: it waits for the system.\n${help}`,
      );
      process.kill(process.pid, "SIGKILL");
    };
    setTimeout(stop, limit + grace).unref();
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
