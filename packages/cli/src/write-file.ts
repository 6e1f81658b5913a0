import { type Files, replaceFileSync } from "@traffic-policy/policy-module";
import { lstatSync, statSync, mkdirSync, readlinkSync, realpathSync } from "node:fs";
import { CommandError } from "./context.ts";
import { createHash } from "node:crypto";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * Writes a file as a whole or not at all; one that is there keeps its mode and owner, and a link leads to
 * the file that is replaced.
 *
 * @param file - absolute path
 * @param seen - what the file held when it was decided to write it; nothing when there was no file
 * @throws CommandError when it cannot be written, is read-only, or has changed meanwhile
 */
export async function writeFile(
  file: string,
  text: string,
  seen: Buffer | undefined,
  files: Files,
): Promise<void> {
  const { replaceFile } = await import("@traffic-policy/emulator/files");
  const name = files.nameOf(file);
  try {
    const now = files.bytesIfAny(file);
    if (now === undefined ? seen !== undefined : seen === undefined || !now.equals(seen)) {
      throw changed(name);
    }
    // A file in a folder that can be written could be replaced anyway, even by root.
    if (now !== undefined && (statSync(file).mode & 0o222) === 0) {
      throw writeError(name, "The file is read-only, so it was not changed.", {
        help: "Make it writable, or change it by hand.",
      });
    }
    const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    await replaceFile(file, text, { isNew });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === "EEXIST") throw changed(name);
    const help = noSpace.has(code) ? { help: "Free some space; the file is unchanged." } : {};
    throw writeError(name, `The file cannot be written (${code}).`, { ...help, cause: error });
  }
}

const noSpace = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

function changed(name: string): CommandError {
  return writeError(name, "The file has changed in the meantime, so it was not written.", {
    help: "Run the command again.",
  });
}

function writeError(
  name: string,
  reason: string,
  options: { readonly help?: string; readonly cause?: unknown },
): CommandError {
  return new CommandError(`${name}: ${reason}`, options);
}

/**
 * Makes a folder and those that it is in, as far as they are not there.
 *
 * @param folder - absolute path
 * @throws CommandError when it cannot be made
 */
export function makeFolder(folder: string, files: Files): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${files.nameOf(folder)}: The folder cannot be created (${code}).`, {
      cause: error,
    });
  }
}

// File systems allow 255 bytes, and a part of it is for whoever adds an ending.
const longest = 200;

/**
 * The name of the folder that holds the history of a target: its name, percent-encoded. On file
 * systems that do not tell apart upper and lower case, two targets may share a folder.
 */
export function folderName(target: string): string {
  const name = encodeURIComponent(target.toWellFormed())
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    // Not `.`, `..`, or hidden.
    .replace(/^\./, "%2E")
    // A sign that no other name becomes.
    .replace(/^$/, "%");
  if (name.length <= longest) return name;
  const digest = createHash("sha256").update(target).digest("hex").slice(0, 16);
  return `${name.slice(0, longest)}-${digest}`;
}

/**
 * The first symbolic link on the way from a folder to a file in it, the file itself included, that leads
 * out of the folder; nothing when none does, or when the file is elsewhere.
 *
 * @param folder - absolute path
 * @param file - absolute path; it need not exist
 */
export function linkOut(folder: string, file: string): string | undefined {
  if (!isIn(folder, file)) return undefined;
  const top = destination(folder);
  let at = folder;
  for (const name of relative(folder, file).split(sep)) {
    at = join(at, name);
    const isLink = lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink && !isIn(top, destination(at))) return at;
  }
  return undefined;
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path leads, over links to what is not there, too. */
function destination(path: string, depth = 0): string {
  try {
    return realpathSync(path);
  } catch {
    if (dirname(path) === path || depth > 40) return path;
    const folder = destination(dirname(path), depth + 1);
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink
      ? destination(resolve(folder, readlinkSync(path)), depth + 1)
      : join(folder, path.slice(dirname(path).length));
  }
}

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
