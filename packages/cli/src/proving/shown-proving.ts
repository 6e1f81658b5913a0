import type { Context } from "../context.ts";
import { ProgressLine } from "../progress/progress-line.ts";
import { visible } from "@traffic-policy/report";

/** In milliseconds; shorter work shows no progress. Whoever waits for longer sees within a second that it goes on. */
const short = 500;

/** Milliseconds between two lines: enough to count seconds, and more would slow down the proof. */
const period = 1000;

/**
 * Shows that a proof is running. The proof blocks the thread, so it draws the progress itself, whenever it checks the
 * time.
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

  look(what: string): void {
    const now = this.#clock.elapsed();
    if (now < this.#next) return;
    const periods = Math.floor((now - this.#start) / period);
    this.#next = this.#start + (periods + 1) * period;
    const time = periods === 0 ? "" : `: ${periods} s`;
    this.#line.show(`Proving ${visible(what)}${time}`);
  }

  end(): void {
    this.#line.end();
  }
}
