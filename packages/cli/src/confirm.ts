import { createInterface } from "node:readline/promises";
import { printable } from "@traffic-policy/policy-lint/report/printable";
import { CommandError } from "./command-error.ts";

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
