import { createInterface } from "node:readline/promises";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { CommandError } from "./command-error.ts";
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

/**
 * Asks a question on the terminal; any answer but yes is no.
 *
 * @param nothing - what is so when nobody answers: `Nothing was deployed`
 * @throws CommandError when there is no answer: after Ctrl-C, Ctrl-D, or at the end of the input
 */
export async function confirm(question: string, nothing: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((settle) => lines.once("close", () => settle(undefined)));
  // Closing lets newer versions of Node reject the question, too.
  const asked = lines.question(`${printable(question)} [y/N] `).catch(() => undefined);
  const answer = await Promise.race([asked, closed]);
  lines.close();
  if (answer !== undefined) return /^y(es)?$/i.test(answer.trim());
  process.stderr.write("\n");
  throw new CommandError(`${nothing}: cancelled.`);
}
