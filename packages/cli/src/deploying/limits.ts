import type { ExceededLimit } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../terminal.ts";
import { printError } from "../report/error.ts";
import { shellWord } from "../shell-word.ts";

/** Prints the limits that stop a deploy, each with the option that allows it. */
export function printLimits(limits: readonly ExceededLimit[], terminal: Terminal): void {
  for (const limit of limits) {
    printError(new CommandError(limit.message, { help: limitHelp(limit) }), terminal);
  }
}

/** What to do about a limit on a command line. */
export function limitHelp({ target }: ExceededLimit): string {
  return target === undefined
    ? "If that is meant, say --max-changes with a number, or with a part like 100%."
    : `If that is meant, say --force ${shellWord(target)}.`;
}
