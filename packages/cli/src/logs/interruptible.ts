import { CommandError } from "../context.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that termination signals turn into a failure, so that it can clean up; a second signal ends the process.
 *
 * @throws CommandError when interrupted
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    throw new CommandError("It was interrupted, and nothing is counted.", { cause: error });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
