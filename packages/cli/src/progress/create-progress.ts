import type { Terminal } from "../terminal.ts";
import type { Progress } from "./phase.ts";

/** A progress that is shown in place on a terminal, and as a line now and then elsewhere. */
export async function createProgress(terminal: Terminal): Promise<Progress> {
  if (terminal.showsProgress) {
    const { TerminalProgress } = await import("./terminal-progress.ts");
    return new TerminalProgress(terminal);
  }
  const { PlainProgress } = await import("./plain-progress.ts");
  return new PlainProgress(terminal);
}
