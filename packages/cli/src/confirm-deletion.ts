import { CommandError } from "./command-error.ts";
import { confirm } from "./confirm.ts";
import type { DeleteOptions } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks before something is deleted.
 *
 * @param what - what it is: `the TCP edge edge_1`
 * @throws CommandError when the answer is no, or nobody can be asked
 */
export async function confirmDeletion(
  what: string,
  { yes, format }: DeleteOptions,
  terminal: Terminal,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive || format !== "pretty") {
    throw new CommandError("Nothing was deleted: there is nobody to ask.", {
      help: "Say --yes to delete without being asked.",
    });
  }
  if (!(await confirm(`Delete ${what}?`))) {
    throw new CommandError("Nothing was deleted: the answer was no.");
  }
}
