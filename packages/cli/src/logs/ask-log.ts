import {
  countRejected,
  DatabaseError,
  type Database,
  type QueryOptions,
} from "@traffic-policy/policy-impact";
import { checkLinesOfZstd, namingDamaged } from "@traffic-policy/policy-impact/databases";
import type { Log } from "./log.ts";

/**
 * Asks something of a log: in the quick way first, which takes that every line can be read.
 *
 * @param ask - gets the rows, as SQL after `FROM`
 * @returns the answer, and how many lines are not among the rows, because they are no text
 * @throws LogFileError for a file that turns out to be damaged
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

/** Nothing when a line cannot be read: then all is read again, in the way that counts such lines. */
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
