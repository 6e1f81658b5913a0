import { hideApiKey } from "./service/api-key.ts";
import { exitStatus } from "./exit-status.ts";
import { CommandError } from "./command-error.ts";
import { createTerminal } from "./create-terminal.ts";
import { forgetTexts } from "./file-text.ts";
import type { Terminal } from "./terminal.ts";
import { run } from "./program.ts";
import { printError } from "./report/error.ts";
import { hasFailedLater, wasStopped } from "@traffic-policy/policy-module";

// Kept here, because code of the user's must not end the process.
const { exit, reallyExit } = process as typeof process & { reallyExit(status: number): never };

/** Runs the command line of this process, and ends it. */
export async function main(): Promise<void> {
  const terminal = await createTerminal();
  terminal.takeAll();
  hideApiKey(process.argv.slice(2), terminal);
  // Code of the user's takes its place, which may throw what nobody waits for, too.
  process.on("uncaughtException", (error) => void breakOff(error, terminal));
  const status = await run(process.argv.slice(2), terminal);
  // Output that is still on its way to a pipe would be lost by an exit.
  const isWritten = await terminal.flushed();
  // Said, not left to Node: code of the user's may have left something that never ends.
  end(isWritten ? status : exitStatus.failure, terminal);
}

/** Ends the process with this status, whatever code of the user's does about it. */
function end(status: number, terminal: Terminal): void {
  const leave = (): never =>
    reallyExit.call(process, hasFailedLater() ? exitStatus.failure : status);
  Object.assign(process, { reallyExit: leave });
  try {
    exit.call(process, status);
  } catch (error) {
    // Code of the user's that runs at the exit.
    printError(new CommandError("Code that runs at the exit throws.", { cause: error }), terminal);
    reallyExit.call(process, exitStatus.failure);
  }
}

/** A mistake of ours in what nobody waits for. */
async function breakOff(error: Error, terminal: Terminal): Promise<void> {
  printError(error, terminal);
  await terminal.flushed();
  end(exitStatus.failure, terminal);
}

// For tests, which run many command lines in one process.
export { createTerminal, forgetTexts, hasFailedLater, hideApiKey, run, wasStopped };
