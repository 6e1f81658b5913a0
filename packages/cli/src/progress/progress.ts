import type { ClientEvent } from "@traffic-policy/api";
import type { Terminal } from "../terminal.ts";
import type { Phase } from "./phase.ts";

/** Tells how far a command is, on stderr. */
export interface Progress {
  /** Takes what happens in the client: requests that are repeated or wait. */
  happened(event: ClientEvent): void;
  /** Shows a phase as long as its work lasts. */
  during<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  /** Says that nothing more is begun. */
  stopping(): void;
}

/** A progress that is shown in place on a terminal, and as a line now and then elsewhere. */
export async function createProgress(terminal: Terminal): Promise<Progress> {
  if (terminal.showsProgress) {
    const { TerminalProgress } = await import("./terminal-progress.ts");
    return new TerminalProgress(terminal);
  }
  const { PlainProgress } = await import("./plain-progress.ts");
  return new PlainProgress(terminal);
}
