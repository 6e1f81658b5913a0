import { lstatSync, mkdirSync, statSync } from "node:fs";
import type { Files } from "@traffic-policy/project";
import { CommandError } from "./context.ts";

/**
 * Writes a file as a whole or not at all. Keeps the mode and owner of an existing file, and follows links.
 *
 * @param file - absolute path
 * @param seen - content when the write was decided; undefined for a new file
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
