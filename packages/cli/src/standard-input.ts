import { decode } from "./read-bytes.ts";

/**
 * The text on standard input, to its end.
 *
 * @param name - what the user calls it
 * @throws CommandError when it is not UTF-8
 */
export async function readStandardInput(name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return decode(Buffer.concat(chunks), name);
}
