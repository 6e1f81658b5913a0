import type { QueryProgress } from "@traffic-policy/policy-impact";
import type { Context } from "../context.ts";
import { ProgressLine } from "../progress/progress-line.ts";

export class ShownProgress {
  readonly #clock: Context["clock"];
  readonly #line: ProgressLine;
  readonly #start: number;

  constructor({ terminal, clock }: Context) {
    this.#clock = clock;
    this.#line = new ProgressLine(terminal);
    this.#start = clock.elapsed();
  }

  show({ share, rows }: QueryProgress): void {
    if (!this.#line.isShown) return;
    const seconds = (this.#clock.elapsed() - this.#start) / 1000;
    const parts = [
      ...(share === undefined ? [] : [`${Math.floor(share * 100)} %`]),
      ...(rows === undefined || seconds === 0
        ? []
        : [`${Math.round(rows / seconds).toLocaleString("en")} rows/s`]),
      ...(share === undefined || share < 0.02 ? [] : [`${timeLeft(seconds, share)} left`]),
    ];
    this.#line.show(
      parts.length === 0 ? `Reading, ${Math.floor(seconds)} s` : `Reading: ${parts.join(", ")}`,
    );
  }

  static async of<Result>(
    context: Context,
    work: (onProgress: (how: QueryProgress) => void) => Promise<Result>,
  ): Promise<Result> {
    const progress = new ShownProgress(context);
    try {
      return await work((how) => progress.show(how));
    } finally {
      progress.end();
    }
  }

  end(): void {
    this.#line.end();
  }
}

function timeLeft(seconds: number, share: number): string {
  const left = Math.ceil((seconds / share) * (1 - share));
  return left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`;
}
