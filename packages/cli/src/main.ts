import { hideApiKey } from "./service/api-key.ts";
import { exitStatus } from "./exit-status.ts";
import { createTerminal } from "./create-terminal.ts";
import type { Terminal } from "./terminal.ts";
import { run } from "./program.ts";
import { printError } from "./report/error.ts";

// Kept here, because code of the user's must not end the process.
const exit = process.exit.bind(process);

async function main(): Promise<void> {
  const terminal = await createTerminal();
  terminal.takeAll();
  hideApiKey(process.argv.slice(2), terminal);
  // Code of the user's takes its place, which may throw what nobody waits for, too.
  process.on("uncaughtException", (error) => void breakOff(error, terminal));
  const status = await run(process.argv.slice(2), terminal);
  // Output that is still on its way to a pipe would be lost by an exit.
  const isWritten = await terminal.flushed();
  // Said, not left to Node: code of the user's may have left something that never ends.
  exit(isWritten ? status : exitStatus.failure);
}

/** A mistake of ours in what nobody waits for. */
async function breakOff(error: Error, terminal: Terminal): Promise<void> {
  printError(error, terminal);
  await terminal.flushed();
  exit(exitStatus.failure);
}

void main();
