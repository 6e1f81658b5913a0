import { printable } from "@traffic-policy/policy-language";
import { CommandError, type Terminal } from "./context.ts";
import type { AskingOptions } from "./program/options.ts";

/**
 * Asks before something is done that cannot be taken back by itself, unless `--yes` was said.
 *
 * @param words - what is asked, and what is said of it when the answer is no: `Nothing was deployed`
 * @throws CommandError when the answer is no, or nobody can be asked
 */
export async function askFirst(
  { question, nothing }: { readonly question: string; readonly nothing: string },
  { yes, format }: AskingOptions,
  terminal: Pick<Terminal, "interactive" | "question" | "err">,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive || format !== "pretty") {
    throw new CommandError(`${nothing}: there is no terminal to ask for confirmation.`, {
      help: "Use --yes to continue without confirmation.",
    });
  }
  if (!(await confirm(question, nothing, terminal))) {
    throw new CommandError(`${nothing}: you answered no.`);
  }
}

/**
 * Asks a question on the terminal; any answer but yes is no.
 *
 * @param nothing - what is so when nobody answers: `Nothing was deployed`
 * @throws CommandError when there is no answer: after Ctrl-C, Ctrl-D, or at the end of the input
 */
export async function confirm(
  question: string,
  nothing: string,
  terminal: Pick<Terminal, "question" | "err">,
): Promise<boolean> {
  const answer = await terminal.question(`${printable(question)} [y/N] `);
  if (answer !== undefined) return /^y(es)?$/i.test(answer.trim());
  terminal.err("\n");
  throw new CommandError(`${nothing}: cancelled.`);
}
