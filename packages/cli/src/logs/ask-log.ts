import { type Database, type QueryOptions } from "@traffic-policy/policy-impact";
import { countRejected, DatabaseError } from "@traffic-policy/policy-impact/internal";
import { checkLinesOfZstd, namingDamaged } from "@traffic-policy/policy-impact/databases";
import type { Log } from "./log.ts";

/**
 * Queries a log. Tries the fast way first, which assumes that every line is readable.
 *
 * @param ask - receives the rows, as SQL after `FROM`
 * @returns the answer, with the lines that have no row, because they are not valid text, among the skipped
 * @throws LogFileError for a damaged file
 */
export async function askLog<Answer extends { readonly rows: number; readonly skipped: number }>(
  log: Log,
  database: Database,
  watched: QueryOptions,
  ask: (from: string, watched: QueryOptions) => Promise<Answer>,
): Promise<Answer> {
  const { from, format, names = [], quick } = log;
  const askRows = (rows: string): Promise<Answer> => ask(rows, watched);
  return namingDamaged(database, names, async () => {
    const quickly =
      quick === undefined ? undefined : await ifReadable(() => askRows(quick), watched.signal);
    if (quickly !== undefined) return quickly.answer;
    const answer = await askRows(from);
    const rejected = format === undefined ? 0 : await countRejected(database, format, watched);
    if (format?.rejected !== undefined) await checkLinesOfZstd(database, names);
    return { ...answer, rows: answer.rows + rejected, skipped: answer.skipped + rejected };
  });
}

/** Undefined when a line is unreadable: the caller then reads everything again, in the way that counts bad lines. */
async function ifReadable<Answer>(
  work: () => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<{ readonly answer: Answer } | undefined> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof DatabaseError && signal?.aborted !== true) return undefined;
    throw error;
  }
}
