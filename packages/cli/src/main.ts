import { createTerminal } from "./terminal.ts";
import { run } from "./program.ts";

// Kept here, because code of the user's must not end the process.
const exit = process.exit.bind(process);

async function main(): Promise<void> {
  const status = await run(process.argv.slice(2), createTerminal());
  // Output that is still on its way to a pipe would be lost by an exit.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((written) => stream.write("", () => written()));
  }
  // Said, not left to Node: code of the user's may have left something that never ends.
  exit(status);
}

void main();
