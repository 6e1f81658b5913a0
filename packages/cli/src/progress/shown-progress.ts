import type { ClientEvent, DeployStep } from "@traffic-policy/api";
import { aligned, visible, withoutColors } from "@traffic-policy/report";
import type { Clock, Terminal, Style } from "../context.ts";
import { printClientEvent } from "../service/connect.ts";
import type { Phase, Progress, Retry } from "./phase.ts";
import { isDone } from "./is-done.ts";

const period = 10_000;

/** Progress as log lines: reports long work every ten seconds, and short work not at all. */
export class PlainProgress implements Progress {
  readonly #terminal: Terminal;
  readonly clock: Clock;
  readonly #period: number;
  #phase: Phase | undefined;
  #waitShown = -Infinity;

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
      if (now < this.#waitShown + this.#period) return;
      this.#waitShown = now;
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

/** Milliseconds between two pictures. */
const picturePeriod = 100;

const spinnerFrames = ["|", "/", "-", "\\"];

/** In milliseconds; shorter work would only flicker. */
const short = 200;

/** Progress as a few lines that stay in place, however many targets there are, and disappear at the end. */
export class TerminalProgress implements Progress {
  readonly clock: Clock;
  readonly #terminal: Terminal;
  readonly #style: Terminal["errStyle"];
  readonly #short: number;
  #phase: Phase | undefined;

  constructor(terminal: Terminal, clock: Clock, after: number = short) {
    this.clock = clock;
    this.#short = after;
    this.#terminal = terminal;
    this.#style = terminal.errStyle;
  }

  happened(event: ClientEvent): void {
    this.#phase?.happened(event);
  }

  stopping(): void {
    if (this.#phase !== undefined) this.#phase.isStopping = true;
  }

  async during<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    this.#phase = phase;
    try {
      const result = work();
      // What cannot be shown must not hide what becomes of the targets.
      if (!(await isDone(result, this.#short)))
        await this.#show(phase, result).catch(() => undefined);
      return await result;
    } finally {
      this.#phase = undefined;
    }
  }

  async #show(phase: Phase, result: Promise<unknown>): Promise<void> {
    const { Picture } = await import("./picture.ts");
    const picture = new Picture(this.#terminal.errStream());
    let frame = 0;
    const draw = (): void => {
      const spinner = this.#style.cyan(spinnerFrames[frame++ % spinnerFrames.length] ?? "");
      const [title, ...details] = this.#lines(phase);
      picture.draw([`${spinner} ${title}`, ...details.map((line) => `  ${line}`)]);
    };
    const timer = setInterval(draw, picturePeriod);
    try {
      draw();
      await result.catch(() => undefined);
    } finally {
      clearInterval(timer);
      picture.end();
    }
  }

  #lines(phase: Phase): string[] {
    const stopping =
      "Requests in progress will finish, and no more will start. Press Ctrl-C again to stop at once.";
    return [
      progressTitle(phase, this.#style),
      ...(phase.isStopping ? [this.#style.yellow(stopping)] : []),
      ...progressDetails(phase, this.#style),
    ];
  }
}

const mostShown = 8;

const stepTexts: Readonly<Record<DeployStep, string>> = {
  read: "reading",
  keep: "saving the stored policy",
  write: "writing",
  verify: "reading back",
  "roll back": "rolling back",
};

/** A phase's progress as a line: `Deploying: 12 of 1000 (10 applied, 2 failed)`. */
export function progressTitle(phase: Phase, style: Style): string {
  const { verb, done, total, outcomes, isStopping } = phase;
  const counts = [...outcomes].map(([outcome, count]) => {
    const isBad = outcome === "failed" || outcome === "unknown";
    return isBad ? style.red(`${count} ${outcome}`) : `${count} ${outcome}`;
  });
  const ended = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  return `${isStopping ? style.yellow("Stopping") : verb}: ${done} of ${total}${ended}`;
}

export function progressDetails(phase: Phase, style: Style): readonly string[] {
  const { inProgress, wait, retry } = phase;
  const shown = inProgress.slice(0, mostShown);
  const targets = shown.map(({ name, step, retry: own }) => {
    const again = own === undefined ? "" : style.yellow(retryText(phase, own));
    return [style.bold(visible(name)), `${stepTexts[step]}${again}`];
  });
  const more = inProgress.length - shown.length;
  return [
    ...(wait === undefined
      ? []
      : [
          style.yellow(
            `The limit of ${wait.requestsPerMinute} requests per minute is reached: the next one in ${seconds(wait.delay)}.`,
          ),
        ]),
    ...(retry === undefined ? [] : [`${retry.operation}${style.yellow(retryText(phase, retry))}`]),
    // The terminal cuts what is too long, so that each is a line.
    ...aligned(targets, withoutColors),
    ...(more > 0 ? [style.dim(`and ${more} more`)] : []),
  ];
}

function retryText(phase: Phase, { attempt, at, reason }: Retry): string {
  const left = phase.until(at);
  const when = left > 0 ? ` in ${seconds(left)}` : "";
  return `, attempt ${attempt}${when}: ${visible(reason)}`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 10_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.ceil(milliseconds / 1000)} s`;
}
