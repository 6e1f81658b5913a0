import { createTerminal } from "./terminal.ts";
import { run } from "./program.ts";

// Kept here, because code of the user's must not end the process.
const exit = process.exit.bind(process);

async function main(): Promise<void> {
  const terminal = await createTerminal();
  const status = await run(process.argv.slice(2), terminal);
  // Output that is still on its way to a pipe would be lost by an exit.
  await terminal.flushed();
  // Said, not left to Node: code of the user's may have left something that never ends.
  exit(status);
}

void main();
