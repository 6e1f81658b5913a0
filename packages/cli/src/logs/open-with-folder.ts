import type { Database } from "@traffic-policy/policy-impact";
import { CommandError } from "../context.ts";
import type { TemporaryFolder } from "../temporary-folder.ts";

/**
 * Opens a database with a temporary folder, which is removed on close: data that does not fit into memory is part of
 * the log, including credentials.
 *
 * @throws CommandError when the folder cannot be created
 */
export async function openWithFolder(
  open: (folder: string) => Promise<Database>,
): Promise<Database> {
  const folder = await temporaryFolder();
  try {
    const database = await open(folder.path);
    return {
      ...database,
      async close() {
        await database.close();
        folder.remove();
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

async function temporaryFolder(): Promise<TemporaryFolder> {
  // A file of its own: an editor's server has it as well, and nothing else of what is loaded here.
  const { TemporaryFolder: Folder } = await import("../temporary-folder.ts");
  try {
    return new Folder("impact");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new CommandError(`There can be no folder for what does not fit into memory (${code}).`, {
      help: "Name one that you can write to in the variable TMPDIR.",
      cause: error,
    });
  }
}
