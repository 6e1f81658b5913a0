import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { replaceFileSync } from "./user-cache.ts";
import { folderName } from "./folder-name.ts";

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
 * The file in which an emulator of a configuration keeps its data. Its folder is made, as far as it can be.
 *
 * @param folder - the configuration's; absolute path
 * @param name - of the emulator; empty for the one that needs none
 */
export function emulatorFile(folder: string, name: string): string {
  const home = name === "" ? localFolder(folder) : join(localFolder(folder), "emulators");
  try {
    makeLocalFolder(folder);
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch {
    // The emulator reports it when it has to write there.
  }
  return join(home, name === "" ? "emulator.json" : `${folderName(name)}.json`);
}

/** Whose state it is: of a configuration, or of one of its environments. */
export interface StateOwner {
  /** The configuration's folder; absolute path. */
  readonly folder: string;
  readonly environment?: { readonly name: string } | undefined;
}

/**
 * The folder in which is kept what deploying needs from run to run, apart for each environment.
 */
export function stateFolder({ folder, environment }: StateOwner): string {
  const local = localFolder(folder);
  return environment === undefined
    ? local
    : join(local, "environments", folderName(environment.name));
}

/**
 * Makes that folder, and the local one that it is in.
 *
 * @throws the error of the system when it cannot be made
 */
export function makeStateFolder(owner: StateOwner): void {
  makeLocalFolder(owner.folder);
  mkdirSync(stateFolder(owner), { recursive: true, mode: 0o700 });
}

/**
 * Makes the local folder, as far as it is not there. Only the user can read it, and git leaves it out.
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
