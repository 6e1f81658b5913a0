import {
  countRejected,
  DatabaseError,
  type Database,
  type QueryOptions,
  type QueryProgress,
} from "@traffic-policy/policy-impact";
import { CommandError, type Context } from "../context.ts";
import type { Log } from "./log.ts";
import { ShownProgress } from "./progress.ts";

/**
 * Asks something of a log, with progress, and until it is interrupted: in the quick way first, which takes that every
 * line can be read.
 *
 * @param ask - gets the rows, as SQL after `FROM`
 * @returns the answer, and how many lines are not among the rows, because they are no text
 */
export async function askLog<Answer>(
  { from, format, files, quick }: Log,
  database: Database,
  context: Context,
  ask: (from: string, watched: QueryOptions) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly rejected: number }> {
  const progress = new ShownProgress(context);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const onProgress = (how: QueryProgress): void => progress.show(how);
  const askRows = (rows: string): Promise<Answer> => ask(rows, { signal, onProgress });
  try {
    const quickly =
      quick === undefined ? undefined : await ifReadable(() => askRows(quick), signal);
    if (quickly !== undefined) return { answer: quickly.answer, rejected: 0 };
    const answer = await askRows(from);
    progress.end();
    const isOfFiles = format !== undefined && files !== undefined;
    return { answer, rejected: isOfFiles ? await countRejected(database, format) : 0 };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandError("It was interrupted, and nothing is counted.", { cause: error });
  } finally {
    progress.end();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/** Nothing when a line cannot be read: then all is read again, in the way that counts such lines. */
async function ifReadable<Answer>(
  work: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer } | undefined> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof DatabaseError && !signal.aborted) return undefined;
    throw error;
  }
}
