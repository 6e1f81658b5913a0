import type { Database } from "@traffic-policy/policy-impact";
import { CommandError } from "../context.ts";
import { TemporaryFolder } from "../temporary-folder.ts";

/**
 * A database with a temporary folder, which is removed when it is closed: what does not fit into memory is part of the
 * log, with the credentials in it.
 *
 * @throws CommandError when there is no place for such a folder
 */
export async function openWithFolder(
  open: (folder: string) => Promise<Database>,
): Promise<Database> {
  const folder = temporaryFolder();
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

function temporaryFolder(): TemporaryFolder {
  try {
    return new TemporaryFolder("impact");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new CommandError(`There can be no folder for what does not fit into memory (${code}).`, {
      help: "Name one that you can write to in the variable TMPDIR.",
      cause: error,
    });
  }
}
