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
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = code === "EISDIR" ? "It is a folder." : `It cannot be read (${code}).`;
    throw new CommandError(`${relativePath(file)}: ${reason}`, { cause: error });
  }
}
