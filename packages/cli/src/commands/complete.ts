import type { Command } from "commander";
import { complete as completionOf, type Completion } from "../completion/complete.ts";
import { unquoted } from "../completion/unquoted.ts";
import { exitStatus, type ExitStatus } from "../exit-status.ts";
import type { Terminal } from "../terminal.ts";

/**
 * `traffic-policy complete`, which the scripts of the shells call: a word and its meaning a line, and
 * at last what the shell has to do itself. Whatever goes wrong, somebody is only typing: there is
 * nothing to complete then.
 */
export async function complete(
  program: Command,
  words: readonly string[],
  { quoted = false }: { readonly quoted?: boolean },
  { out }: Pick<Terminal, "out">,
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
