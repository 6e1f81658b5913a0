import type picocolors from "picocolors";
import { CommandError } from "./command-error.ts";
import { OutputStream } from "./output-stream.ts";
import { printError } from "./report/error.ts";

/** How text is marked: each gives it back as it is where there are no colours. */
type Style = Pick<
  ReturnType<typeof picocolors.createColors>,
  "isColorSupported" | "bold" | "dim" | "inverse" | "red" | "green" | "yellow" | "blue" | "cyan"
>;

/** Where a command writes, and what it knows of the other side. */
export interface Terminal {
  /** Results: what another program may read. */
  out(text: string): void;
  /** Everything else. */
  err(text: string): void;
  /** Colours for results. */
  readonly style: Style;
  /** Colours for everything else. */
  readonly errStyle: Style;
  /** Whether somebody can be asked: reads questions and results, and can answer. */
  readonly interactive: boolean;
  /** Whether somebody sees how what is not a result changes in its place. */
  readonly showsProgress: boolean;
  /** Waits until everything is written, and gives whether it could be. */
  flushed(): Promise<boolean>;
  /** From now on a reader that does not read is not waited for: what it misses is kept for it. */
  waitForNobody(): void;
}

/** The terminal of this process. */
export async function createTerminal(): Promise<Terminal> {
  // Nobody can be told that nobody can be told.
  const err = new OutputStream(2, () => {});
  const out = new OutputStream(1, (code) =>
    printError(new CommandError(`The output cannot be written (${code}).`), terminal),
  );
  const terminal: Terminal = {
    out: (text) => out.write(text),
    err: (text) => err.write(text),
    style: await styleFor(out),
    errStyle: await styleFor(err),
    // Asked only when it matters: opening standard input takes as long as linting a policy.
    get interactive() {
      return process.stdin.isTTY === true && out.isTerminal && err.isTerminal;
    },
    get showsProgress() {
      return err.isTerminal && process.env["TERM"] !== "dumb";
    },
    async flushed() {
      await out.flushed();
      await err.flushed();
      return !out.hasFailed && !err.hasFailed;
    },
    waitForNobody() {
      out.waitForNobody();
      err.waitForNobody();
    },
  };
  return terminal;
}

const withoutColors: Style = {
  isColorSupported: false,
  bold: String,
  dim: String,
  inverse: String,
  red: String,
  green: String,
  yellow: String,
  blue: String,
  cyan: String,
};

async function styleFor(stream: OutputStream): Promise<Style> {
  if (!usesColor(stream)) return withoutColors;
  // Loaded only here, because it opens standard output.
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(true);
}

function usesColor(stream: OutputStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0";
  return TERM !== "dumb" && stream.isTerminal;
}

/** The same, but results go where everything else goes. */
export function toErr(terminal: Terminal): Terminal {
  return { ...terminal, out: terminal.err, style: terminal.errStyle };
}
