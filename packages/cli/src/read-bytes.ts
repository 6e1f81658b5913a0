import { readFileSync } from "node:fs";
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
