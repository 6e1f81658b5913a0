import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";
import type { Step } from "./step.ts";

/**
 * Writes the file of a step: a new one never over another one, a changed one at once or not at all.
 *
 * @throws CommandError when it cannot be written
 */
export async function carryOut(
  folder: string,
  { path, what, text = "", executable }: Step,
): Promise<void> {
  const file = join(folder, path);
  try {
    if (what === "write") {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: "wx" });
    } else if (what === "add") {
      const { default: writeFileAtomic } = await import("write-file-atomic");
      writeFileAtomic.sync(file, text);
    }
    if (executable && what === "write") chmodSync(file, 0o755);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`${relativePath(file)}: It cannot be written (${code}).`, {
      help: "Mend that, and run the command again: what is written already stays.",
      cause: error,
    });
  }
}
