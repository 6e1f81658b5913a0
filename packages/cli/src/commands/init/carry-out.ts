import type { Project } from "./project.ts";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError } from "../../command-error.ts";
import type { Step } from "./step.ts";

/**
 * Writes the file of a step as a whole or not at all: a new one never over another one.
 *
 * @throws CommandError when it cannot be written
 */
export async function carryOut(
  { folder, files }: Project,
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
