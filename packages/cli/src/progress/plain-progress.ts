import type { Clock } from "../context.ts";
import type { ClientEvent } from "@traffic-policy/api";
import { printClientEvent } from "../report/client-event.ts";
import type { Terminal } from "../terminal.ts";
import type { Phase, Progress } from "./phase.ts";
import { progressTitle } from "./progress-text.ts";

const period = 10_000;

/** Lines for a log: what takes long is told every ten seconds, and what is short not at all. */
export class PlainProgress implements Progress {
  readonly #terminal: Terminal;
  readonly clock: Clock;
  readonly #period: number;
  #phase: Phase | undefined;
  #waitTold = -Infinity;

  /** @param every - milliseconds between two lines */
  constructor(terminal: Terminal, clock: Clock, every: number = period) {
    this.#terminal = terminal;
    this.clock = clock;
    this.#period = every;
  }

  happened(event: ClientEvent): void {
    this.#phase?.happened(event);
    if (event.kind === "wait") {
      // With many targets, many wait at the same time.
      const now = this.clock.elapsed();
      if (now < this.#waitTold + this.#period) return;
      this.#waitTold = now;
    }
    printClientEvent(event, this.#terminal);
  }

  async during<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    this.#phase = phase;
    const timer = setInterval(() => this.#tell(phase), this.#period);
    timer.unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#phase = undefined;
    }
  }

  stopping(): void {
    if (this.#phase !== undefined) this.#phase.isStopping = true;
    this.#terminal.err(
      "Stopping: requests in progress will finish, and no more will start. Interrupt again to stop at once.\n",
    );
  }

  #tell(phase: Phase): void {
    const { err, errStyle } = this.#terminal;
    err(`${progressTitle(phase, errStyle)}.\n`);
  }
}
