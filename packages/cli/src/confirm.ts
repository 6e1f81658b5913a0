import { createInterface } from "node:readline/promises";

/** Asks a question on the terminal; anything but yes, also the end of the input, is no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((settle) => lines.once("close", () => settle("")));
  const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
