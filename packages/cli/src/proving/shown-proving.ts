import type { Context } from "../context.ts";
import { ProgressLine } from "../progress/progress-line.ts";
import { visible } from "../report/text.ts";

/** What takes less, in milliseconds, needs no progress. */
const short = 1000;

/** Milliseconds between two lines: the seconds change, and more would take time from the proof. */
const period = 1000;

/**
 * Shows that a proof goes on, which keeps the thread: so it is drawn by the proof, whenever that looks at the time.
 */
export class ShownProving {
  readonly #line: ProgressLine;
  readonly #clock: Context["clock"];
  readonly #start: number;
  #next: number;

  constructor({ terminal, clock }: Pick<Context, "terminal" | "clock">) {
    this.#line = new ProgressLine(terminal);
    this.#clock = clock;
    this.#start = clock.elapsed();
    this.#next = this.#start + short;
  }

  /** @param what - what is proved about */
  look(what: string): void {
    const now = this.#clock.elapsed();
    if (now < this.#next) return;
    this.#next = now + period;
    this.#line.show(`Proving ${visible(what)}: ${Math.floor((now - this.#start) / 1000)} s`);
  }

  end(): void {
    this.#line.end();
  }
}
