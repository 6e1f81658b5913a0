import picocolors from "picocolors";

type Colors = ReturnType<typeof picocolors.createColors>;

/** Where a command writes, and what it knows of the other side. */
export interface Terminal {
  /** Results: what another program may read. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
  /** Colours for results. */
  readonly style: Colors;
  /** Colours for everything else. */
  readonly errStyle: Colors;
  /** Whether somebody can be asked. */
  readonly interactive: boolean;
  /** Whether somebody sees how what is not a result changes in its place. */
  readonly showsProgress: boolean;
  /** Waits until everything is written. */
  flushed(): Promise<void>;
}

/** The terminal of this process. */
export function createTerminal(): Terminal {
  // A reader that stops early, like `head`, is no failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  // Kept here, because what code of the user's prints must not come between the results.
  const out = process.stdout.write.bind(process.stdout);
  const err = process.stderr.write.bind(process.stderr);
  return {
    out: (text) => void out(text),
    err: (text) => void err(text),
    style: picocolors.createColors(usesColor(process.stdout)),
    errStyle: picocolors.createColors(usesColor(process.stderr)),
    // Asked only when it matters: opening standard input takes as long as linting a policy.
    get interactive() {
      return process.stdin.isTTY === true && process.stdout.isTTY === true;
    },
    get showsProgress() {
      return process.stderr.isTTY === true && process.env["TERM"] !== "dumb";
    },
    async flushed() {
      await new Promise<void>((written) => out("", () => written()));
      await new Promise<void>((written) => err("", () => written()));
    },
  };
}

function usesColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0";
  return stream.isTTY === true && TERM !== "dumb";
}

/** The same, but results go where everything else goes. */
export function toErr(terminal: Terminal): Terminal {
  return { ...terminal, out: terminal.err, style: terminal.errStyle };
}
