import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFileSync } from "@traffic-policy/policy-module";

/**
 * The folder in which the command keeps what it needs from run to run: the history, the cache of lint,
 * and what the configuration's emulator knows.
 *
 * @param folder - the configuration's; absolute path
 */
export function localFolder(folder: string): string {
  return join(folder, ".traffic-policy");
}

/**
 * Makes that folder, as far as it is not there. Only the user can read it, and git leaves it out.
 *
 * @param folder - the configuration's; absolute path
 * @throws the error of the system when it cannot be made
 */
export function makeLocalFolder(folder: string): string {
  const local = localFolder(folder);
  mkdirSync(local, { recursive: true, mode: 0o700 });
  const gitignore = join(local, ".gitignore");
  // An empty one, as a full disk may have left it, would leave out nothing.
  if (!statSync(gitignore, { throwIfNoEntry: false })?.size) replaceFileSync(gitignore, "*\n");
  return local;
}
