import { printable } from "@traffic-policy/policy-language/internal";
import { CommandError, type Terminal } from "./context.ts";
import type { AskingOptions } from "./program/options.ts";

/**
 * Asks before an action that cannot be undone by itself, unless `--yes` was given.
 *
 * @param words - the question, and the message for a negative answer: `Nothing was deployed`
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
 * Asks a question on the terminal; any answer but yes means no.
 *
 * @param nothing - the message without an answer: `Nothing was deployed`
 * @throws CommandError when there is no answer: after Ctrl-C, Ctrl-D, or at the end of the input
 */
export async function confirm(
  question: string,
  nothing: string,
  terminal: Pick<Terminal, "question" | "err">,
): Promise<boolean> {
  return /^y(es)?$/i.test(await answerTo(`${printable(question)} [y/N] `, nothing, terminal));
}

/**
 * Asks on the terminal for one of several, by its number; without a number, it is the first.
 *
 * @param nothing - the message without an answer: `Nothing was written`
 * @returns its index
 * @throws CommandError when there is no answer, or another one
 */
export async function choose(
  question: string,
  choices: readonly string[],
  nothing: string,
  terminal: Pick<Terminal, "question" | "err">,
): Promise<number> {
  const lines = choices.map((choice, index) => `  ${index + 1}  ${choice}`);
  const answer = await answerTo([question, ...lines, "Number [1] "].join("\n"), nothing, terminal);
  const number = answer === "" ? 1 : Number(answer);
  if (choices[number - 1] !== undefined) return number - 1;
  throw new CommandError(`${nothing}: ${JSON.stringify(answer)} is none of the choices.`, {
    help: `Answer with a number from 1 to ${choices.length}.`,
  });
}

async function answerTo(
  question: string,
  nothing: string,
  terminal: Pick<Terminal, "question" | "err">,
): Promise<string> {
  const answer = await terminal.question(question);
  if (answer !== undefined) return answer.trim();
  terminal.err("\n");
  throw new CommandError(`${nothing}: cancelled.`);
}
