import { type Database } from "@traffic-policy/policy-impact";
import { DatabaseError, UntranslatedError } from "@traffic-policy/policy-impact/internal";
import { LogFileError } from "@traffic-policy/policy-impact/databases";
import { CommandError, type Context } from "../context.ts";

/**
 * Runs work with a database until the signal, then closes it. Errors of the database, the translation or a file
 * become command errors.
 */
export async function withDatabase<Result>(
  open: () => Promise<Database>,
  work: (database: Database) => Promise<Result>,
  signal: AbortSignal,
  { files }: Pick<Context, "files">,
): Promise<Result> {
  let database: Database | undefined;
  try {
    database = await open();
    return await work(endedBy(signal, database));
  } catch (error) {
    if (error instanceof LogFileError) {
      throw new CommandError(`${files.nameOf(error.file)}: ${error.reason}`, {
        help: "Nothing is counted. Leave the file out, or get it again.",
        cause: error,
      });
    }
    if (error instanceof UntranslatedError) {
      throw new CommandError(error.message, {
        help: "Let the engine decide row by row: --untranslated engine.",
        cause: error,
      });
    }
    if (error instanceof DatabaseError && error.message.startsWith("Out of Memory Error")) {
      throw new CommandError("The log does not fit into what DuckDB may take.", {
        help: "Allow more with --memory, or fewer threads with --threads.",
        cause: error,
      });
    }
    if (error instanceof DatabaseError) {
      throw new CommandError(`The database has no complete answer: ${error.message}`, {
        cause: error,
      });
    }
    if (error instanceof RangeError) throw new CommandError(`--log: ${error.message}`);
    throw error;
  } finally {
    await database?.close();
  }
}

function endedBy(signal: AbortSignal, database: Database): Database {
  return {
    ...database,
    keep: (sql, options) => database.keep(sql, { signal, ...options }),
    rows: (sql, options) => database.rows(sql, { signal, ...options }),
  };
}
