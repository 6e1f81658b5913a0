import { createTerminal } from "./terminal.ts";
import { run } from "./program.ts";

// Set, not called: output that is still on its way to a pipe would be lost by an exit.
process.exitCode = await run(process.argv.slice(2), createTerminal());
