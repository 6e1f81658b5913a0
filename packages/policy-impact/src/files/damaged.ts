import { DatabaseError, type Database } from "../database.ts";
import { textLines } from "../logs/text-lines.ts";
import { fileList } from "../logs/file-names.ts";
import { isDecompressed } from "./check-files.ts";
import { LogFileError } from "./log-file-error.ts";

/**
 * Asks a database about files, and when it cannot read them, says which one it is: its own sentence about what it
 * decompresses names none.
 *
 * @throws LogFileError for a file that cannot be decompressed
 */
export async function namingDamaged<Answer>(
  database: Database,
  files: readonly string[],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!isAboutFiles(error)) throw error;
    for (const file of files.filter((one) => isDecompressed(one))) {
      // oxlint-disable-next-line no-await-in-loop -- The first one that is wrong is told.
      const reason = await whyUnreadable(database, file);
      if (reason === undefined) continue;
      throw new LogFileError(file, `It is damaged, and cannot be decompressed: ${reason}.`);
    }
    throw error;
  }
}

function isAboutFiles(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.message.startsWith("IO Error: ");
}

async function whyUnreadable(database: Database, file: string): Promise<string | undefined> {
  try {
    const lines = textLines(fileList([file], database));
    for await (const _ of database.rows(`SELECT count(*) FROM ${lines}`));
    return undefined;
  } catch (error) {
    if (!isAboutFiles(error)) throw error;
    return error.message.replace(/^IO Error: /, "").replace(/\.$/, "");
  }
}
