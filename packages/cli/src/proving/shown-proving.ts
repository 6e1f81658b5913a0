import type { Context } from "../context.ts";
import { ProgressLine } from "../progress/progress-line.ts";
import { visible } from "@traffic-policy/report";

/** In milliseconds; shorter work shows no progress. */
const short = 1000;

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
    this.#next = now + period;
    this.#line.show(`Proving ${visible(what)}: ${Math.floor((now - this.#start) / 1000)} s`);
  }

  end(): void {
    this.#line.end();
  }
}
