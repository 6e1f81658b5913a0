import type { QueryProgress } from "@traffic-policy/policy-impact";
import type { Context } from "../context.ts";

/** How far reading a log is: one line on stderr, which is gone at the end. */
export class ShownProgress {
  readonly #context: Context;
  readonly #start: number;
  #width = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#start = context.clock.elapsed();
  }

  show({ share, rows }: QueryProgress): void {
    const { terminal, clock } = this.#context;
    if (!terminal.showsProgress) return;
    const seconds = (clock.elapsed() - this.#start) / 1000;
    const parts = [
      ...(share === undefined ? [] : [`${Math.floor(share * 100)} %`]),
      ...(rows === undefined || seconds === 0
        ? []
        : [`${Math.round(rows / seconds).toLocaleString("en")} rows/s`]),
      ...(share === undefined || share < 0.02 ? [] : [`${timeLeft(seconds, share)} left`]),
    ];
    const line =
      parts.length === 0 ? `Reading, ${Math.floor(seconds)} s` : `Reading: ${parts.join(", ")}`;
    terminal.errStream().write(`\r${line.padEnd(this.#width)}`);
    this.#width = line.length;
  }

  end(): void {
    if (this.#width > 0) this.#context.terminal.errStream().write(`\r${" ".repeat(this.#width)}\r`);
    this.#width = 0;
  }
}

function timeLeft(seconds: number, share: number): string {
  const left = Math.ceil((seconds / share) * (1 - share));
  return left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`;
}
