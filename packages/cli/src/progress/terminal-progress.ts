import type { ClientEvent } from "@traffic-policy/api";
import type * as listr from "listr2";
import { nativeImport } from "../native-import.ts";
import type { Terminal } from "../terminal.ts";
import type { Phase } from "./phase.ts";
import type { Progress } from "./progress.ts";
import { progressDetails, progressTitle } from "./progress-text.ts";

/** Milliseconds between two pictures. */
const period = 100;

/** A few lines that stay in their place, however many targets there are, and are gone at the end. */
export class TerminalProgress implements Progress {
  readonly #style: Terminal["errStyle"];
  #phase: Phase | undefined;

  constructor({ errStyle }: Terminal) {
    this.#style = errStyle;
  }

  happened(event: ClientEvent): void {
    this.#phase?.happened(event);
  }

  stopping(): void {
    if (this.#phase !== undefined) this.#phase.isStopping = true;
  }

  async during<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const { Listr, DefaultRenderer, ListrLogger, ProcessOutput } = (await nativeImport(
      "listr2",
    )) as typeof listr;
    /** Results may go to a file while somebody looks on. */
    class OnStderr extends DefaultRenderer {
      static override readonly nonTTY = true;
    }
    const style = this.#style;
    const logger = new ListrLogger({
      useIcons: true,
      toStderr: [],
      processOutput: new ProcessOutput(process.stderr, process.stderr),
    });
    let result: { readonly value: T } | undefined;
    const list = new Listr(
      {
        title: progressTitle(phase, style),
        task: async (_context, task) => {
          const show = (): void => {
            task.title = progressTitle(phase, style);
            task.output = this.#lines(phase).join("\n");
          };
          const timer = setInterval(show, period);
          try {
            show();
            result = { value: await work() };
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
          formatOutput: "truncate",
          icon: { OUTPUT: "", PENDING: "" },
          color: { PENDING: style.cyan },
        },
        registerSignalListeners: false,
      },
    );
    this.#phase = phase;
    try {
      await list.run();
    } finally {
      this.#phase = undefined;
    }
    if (result === undefined) throw new Error("The work has no result.");
    return result.value;
  }

  #lines(phase: Phase): string[] {
    const stopping =
      "What is under way is finished, and nothing more is begun. Ctrl-C again ends at once.";
    return [
      ...(phase.isStopping ? [this.#style.yellow(stopping)] : []),
      ...progressDetails(phase, this.#style),
    ];
  }
}
