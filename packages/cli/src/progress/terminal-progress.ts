import type { Clock } from "../context.ts";
import type { ClientEvent } from "@traffic-policy/api";
import type { Terminal } from "../terminal.ts";
import type { Phase, Progress } from "./phase.ts";
import { progressDetails, progressTitle } from "./progress-text.ts";

/** Milliseconds between two pictures. */
const period = 100;

/** What takes less, in milliseconds, would only flicker. */
const short = 200;

/** A few lines that stay in their place, however many targets there are, and are gone at the end. */
export class TerminalProgress implements Progress {
  readonly clock: Clock;
  readonly #terminal: Terminal;
  readonly #style: Terminal["errStyle"];
  #phase: Phase | undefined;

  constructor(terminal: Terminal, clock: Clock) {
    this.clock = clock;
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
      if (!(await isDone(result, short))) await this.#show(phase, result).catch(() => undefined);
      return await result;
    } finally {
      this.#phase = undefined;
    }
  }

  /** Shows a phase until its work is done, well or not. */
  async #show(phase: Phase, result: Promise<unknown>): Promise<void> {
    const [{ Listr, DefaultRenderer, ListrLogger, ProcessOutput }, { onExit }] = await Promise.all([
      import("listr2"),
      import("signal-exit"),
    ]);
    /** Results may go to a file while somebody looks on. */
    class OnStderr extends DefaultRenderer {
      static override readonly nonTTY = true;
    }
    const style = this.#style;
    const stream = this.#terminal.errStream();
    const processOutput = new ProcessOutput(stream, stream);
    const logger = new ListrLogger({ useIcons: true, toStderr: [], processOutput });
    const list = new Listr(
      {
        title: progressTitle(phase, style),
        task: async (_context, task) => {
          const show = (): void => {
            task.title = progressTitle(phase, style);
            task.output = this.#lines(phase).join("\n  ");
          };
          const timer = setInterval(show, period);
          try {
            show();
            await result.catch(() => undefined);
          } finally {
            clearInterval(timer);
          }
        },
        rendererOptions: { outputBar: 1 },
      },
      {
        renderer: OnStderr,
        rendererOptions: {
          logger,
          clearOutput: true,
          indentation: 0,
          formatOutput: "truncate",
          // Stands with a space before the first line, and makes it begin where the others do.
          icon: { OUTPUT: " " },
          color: { PENDING: style.cyan },
        },
        registerSignalListeners: false,
      },
    );
    // Shows the cursor again, and what was written meanwhile, such as why the command fails.
    const stop = onExit(() => processOutput.release());
    try {
      await list.run();
    } finally {
      stop();
    }
  }

  #lines(phase: Phase): string[] {
    const stopping =
      "Requests in progress will finish, and no more will start. Press Ctrl-C again to stop at once.";
    return [
      ...(phase.isStopping ? [this.#style.yellow(stopping)] : []),
      ...progressDetails(phase, this.#style),
    ];
  }
}

/** Whether something ends in time, well or not. */
async function isDone(result: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), milliseconds);
  });
  const done = result.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
