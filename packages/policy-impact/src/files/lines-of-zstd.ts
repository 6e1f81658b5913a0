import { DatabaseError, type Database } from "../database.ts";
import { fileList } from "../logs/file-names.ts";
import { allLines } from "../logs/text-lines.ts";
import { isDecompressed } from "./check-files.ts";
import { lineError, longestLine } from "./long-lines.ts";

/**
 * Looks for lines that are too long in files that zstd has compressed, which only the database decompresses.
 *
 * @throws LogFileError for a line that is too long
 * @throws DatabaseError as {@link Database.rows} does
 */
export async function checkLinesOfZstd(
  database: Database,
  names: readonly string[],
): Promise<void> {
  for (const file of names.filter((one) => isDecompressed(one, "zstd"))) {
    const files = fileList([file], database);
    // What is no UTF-8 ends a query, too, but is no reason to read it as Latin-1, which takes longer, in most files.
    for (const encoding of ["utf-8", "latin-1"]) {
      // oxlint-disable-next-line no-await-in-loop -- Seldom more than one of them.
      const error = await whyNotRead(database, allLines(files, longestLine, encoding));
      if (error === undefined) break;
      const text = String(error.cause);
      if (/maximum line size/i.test(text))
        throw lineError(file, Number(/Line: (\d+)/.exec(text)?.[1]));
      if (encoding === "latin-1") throw error;
    }
  }
}

async function whyNotRead(database: Database, rows: string): Promise<DatabaseError | undefined> {
  try {
    for await (const _ of database.rows(`SELECT count(*) FROM ${rows}`));
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
}
