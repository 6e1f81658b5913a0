import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileOutput } from "./output.ts";
import type { NewProject } from "./new-project.ts";
import { CommandError } from "../../context.ts";

/** A file that `init` creates or changes; its path is relative to the project's folder, with forward slashes. */
export interface Step extends FileOutput {
  readonly text?: string;
  readonly executable?: true;
}

export interface Part {
  readonly steps: readonly Step[];
  readonly next?: readonly string[];
}

/**
 * Writes the file of a step as a whole or not at all. A new file never overwrites an existing file.
 *
 * @throws CommandError when it cannot be written
 */
export async function writeStep(
  { folder, files }: NewProject,
  { path, what, text = "", executable }: Step,
): Promise<void> {
  if (what !== "write" && what !== "add") return;
  const { replaceFile } = await import("@traffic-policy/emulator/files");
  const file = join(folder, path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    await replaceFile(file, text, { isNew: what === "write" });
    if (executable && what === "write") chmodSync(file, 0o755);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`${files.nameOf(file)}: The file cannot be written (${code}).`, {
      help: "Fix that and run the command again; files already written stay.",
      cause: error,
    });
  }
}
