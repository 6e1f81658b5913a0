import { type Database, type QueryOptions } from "@traffic-policy/policy-impact";
import { countRejected, DatabaseError } from "@traffic-policy/policy-impact/internal";
import { checkLinesOfZstd, namingDamaged } from "@traffic-policy/policy-impact/databases";
import type { Log } from "./log.ts";

/**
 * Queries a log. Tries the fast way first, which assumes that every line is readable.
 *
 * @param ask - receives the rows, as SQL after `FROM`
 * @returns the answer, and the number of lines without a row, because they are not valid text
 * @throws LogFileError for a damaged file
 */
export async function askLog<Answer>(
  log: Log,
  database: Database,
  watched: QueryOptions,
  ask: (from: string, watched: QueryOptions) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly rejected: number }> {
  const { from, format, names = [], quick } = log;
  const askRows = (rows: string): Promise<Answer> => ask(rows, watched);
  return namingDamaged(database, names, async () => {
    const quickly =
      quick === undefined ? undefined : await ifReadable(() => askRows(quick), watched.signal);
    if (quickly !== undefined) return { answer: quickly.answer, rejected: 0 };
    const answer = await askRows(from);
    const rejected = format === undefined ? 0 : await countRejected(database, format, watched);
    if (format?.rejected !== undefined) await checkLinesOfZstd(database, names);
    return { answer, rejected };
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
