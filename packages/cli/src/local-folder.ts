import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
  try {
    writeFileSync(join(local, ".gitignore"), "*\n", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return local;
}
