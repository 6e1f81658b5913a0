import { Secret } from "@traffic-policy/api/secret";
import { CommandError } from "./command-error.ts";
import { OutputStream, standardStream, type Destination } from "./output-stream.ts";
import { forLog, forTerminal } from "./harmless.ts";
import { printError } from "./report/error.ts";
import type { Style, Terminal, Written } from "./terminal.ts";

/**
 * A terminal: that of this process, unless other streams are given.
 */
export async function createTerminal(
  to: { readonly out: Destination; readonly err: Destination } = {
    out: standardStream(1),
    err: standardStream(2),
  },
): Promise<Terminal> {
  // Nobody can be told that nobody can be told.
  const err = new OutputStream(to.err, () => {});
  const out = new OutputStream(to.out, (code) =>
    printError(new CommandError(`The output cannot be written (${code}).`), terminal),
  );
  const style = await styleFor(out);
  const errStyle = await styleFor(err);
  const terminal: Terminal = {
    out: (text, how) => out.write(harmless(text, style, how)),
    document: (text) => out.write(out.isTerminal ? forTerminal(text, withoutColors) : text),
    err: (text, how) => err.write(harmless(text, errStyle, how)),
    style,
    errStyle,
    // Asked only when it matters: opening standard input takes as long as linting a policy.
    get interactive() {
      return process.stdin.isTTY === true && out.isTerminal && err.isTerminal;
    },
    get showsProgress() {
      return err.isTerminal && process.env["TERM"] !== "dumb";
    },
    takeAll() {
      out.takeAll();
      err.takeAll();
    },
    hide(key) {
      out.hide(key);
      err.hide(key);
    },
    async flushed() {
      await out.flushed();
      if (out.hasHidden) printHiddenKey(terminal);
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

/** What a text is written as. */
export function harmless(
  text: string,
  style: Style,
  { hasCommands = false }: Written = {},
): string {
  return hasCommands ? forTerminal(text, style) : forLog(text, style);
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

/** Tells that results are not what they were. */
function printHiddenKey({ err, errStyle }: Terminal): void {
  const label = errStyle.yellow(errStyle.bold("warning:"));
  err(`${label} The results held the API key: they show ${Secret.mark} in its place.\n`);
}
