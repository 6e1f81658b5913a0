import { DatabaseError, UntranslatedError, type Database } from "@traffic-policy/policy-impact";
import { CommandError } from "../context.ts";

/** Works with a database, and closes it. What the database or the translation refuses is what the command could not do. */
export async function withDatabase<Result>(
  open: () => Promise<Database>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  let database: Database | undefined;
  try {
    database = await open();
    return await work(database);
  } catch (error) {
    if (error instanceof UntranslatedError) {
      throw new CommandError(error.message, {
        help: "Let the engine decide row by row: --untranslated engine.",
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
