import type { Command } from "commander";
import { complete as completionOf, type Completion } from "./complete.ts";
import { unquoted } from "./unquoted.ts";
import { exitStatus, type ExitStatus } from "../../exit-status.ts";
import type { Terminal } from "../../terminal.ts";

/**
 * `traffic-policy complete`, which the scripts of the shells call: a word and its meaning a line, and
 * at last what the shell has to do itself. Whatever goes wrong, somebody is only typing: there is
 * nothing to complete then.
 */
export default async function complete(
  words: readonly string[],
  { quoted }: { readonly quoted?: true },
  { out }: Terminal,
  { parent: program }: { readonly parent: Command },
): Promise<ExitStatus> {
  try {
    out(lines(await completionOf(program, quoted ? words.map(unquoted) : words)));
  } catch {
    // A configuration that cannot be loaded, for example.
  }
  return exitStatus.ok;
}

function lines({ words, shell, unfinished }: Completion): string {
  const all = words
    .filter(({ word }) => !/\p{Cc}/u.test(word))
    .map(({ word, description = "" }) => `${word}\t${description.replaceAll(/\p{Cc}+/gu, " ")}`);
  const kind = shell ?? (unfinished ? "unfinished" : undefined);
  return [...all, ...(kind === undefined ? [] : [`:${kind}`])].map((line) => `${line}\n`).join("");
}
