import { CommandError } from "./command-error.ts";
import { confirm } from "./confirm.ts";
import type { AskingOptions } from "./program/options.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks before something is done that cannot be taken back by itself, unless `--yes` was said.
 *
 * @param words - what is asked, and what is said of it when the answer is no: `Nothing was deployed`
 * @throws CommandError when the answer is no, or nobody can be asked
 */
export async function askFirst(
  { question, nothing }: { readonly question: string; readonly nothing: string },
  { yes, format }: AskingOptions,
  { interactive }: Pick<Terminal, "interactive">,
): Promise<void> {
  if (yes) return;
  if (!interactive || format !== "pretty") {
    throw new CommandError(`${nothing}: there is nobody to ask.`, {
      help: "Say --yes to go ahead without being asked.",
    });
  }
  if (!(await confirm(question, nothing))) {
    throw new CommandError(`${nothing}: the answer was no.`);
  }
}
