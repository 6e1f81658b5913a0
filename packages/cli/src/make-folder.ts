import type { Files } from "@traffic-policy/policy-module";
import { mkdirSync } from "node:fs";
import { CommandError } from "./command-error.ts";

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
