import { readFileSync, statSync, type Stats } from "node:fs";
import { CommandError } from "./command-error.ts";
import { relativePath } from "./relative-path.ts";

/**
 * The bytes of a file; nothing when there is no such file.
 *
 * @param file - absolute path
 * @throws CommandError when it cannot be read
 */
export function bytesIfAny(file: string): Buffer | undefined {
  return readIfAny(file, () => readFileSync(file));
}

/**
 * The text of a file, with U+FFFD in the place of what is not UTF-8, which is quicker than its bytes;
 * nothing when there is no such file.
 *
 * @param file - absolute path
 * @throws CommandError when it cannot be read
 */
export function looseTextIfAny(file: string): string | undefined {
  return readIfAny(file, () => readFileSync(file, "utf8"));
}

/**
 * What the system says of a file or folder; nothing when there is none.
 *
 * @param file - absolute path
 * @throws CommandError when it does not say
 */
export function statIfAny(file: string): Stats | undefined {
  // Not thrown, as long as it can be told: that takes longer.
  return readIfAny(file, () => statSync(file, { throwIfNoEntry: false }));
}

function readIfAny<T>(file: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = code === "EISDIR" ? "It is a folder." : `It cannot be read (${code}).`;
    throw new CommandError(`${relativePath(file)}: ${reason}`, { cause: error });
  }
}

/**
 * The text of bytes in UTF-8.
 *
 * @param name - what the user calls the file
 * @throws CommandError when they are not UTF-8
 */
export function decode(bytes: Uint8Array, name: string): string {
  try {
    // Not what Node does by itself, which replaces what is not UTF-8.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(`${name}: It is not UTF-8.`, {
      help: "Save it in the encoding UTF-8.",
      cause: error,
    });
  }
}

/**
 * The bytes of a file.
 *
 * @param file - absolute path
 * @throws CommandError when it cannot be read
 */
export function readBytes(file: string): Buffer {
  const bytes = bytesIfAny(file);
  if (bytes !== undefined) return bytes;
  throw new CommandError(`${relativePath(file)}: There is no such file.`);
}
