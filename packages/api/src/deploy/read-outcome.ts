import type { Operations } from "../policy/target.ts";
import { wait } from "../transport/retry.ts";

/**
 * Reads the outcome of a write: again as long as nothing is seen of it, after pauses of which each is four
 * times as long as the one before. With the usual retries it is given some seconds, and the write and the
 * readings together never more than an operation has.
 *
 * @param client - its `retries` say how often and after which pauses, its `timeouts` how long in total
 * @param isPending - whether what was read shows nothing of the write
 * @param limits - `spent` is how long the write took, in milliseconds; after `ended`, nothing is read again
 */
export async function readOutcome<T>(
  { retries, timeouts }: Pick<Operations, "retries" | "timeouts">,
  read: () => Promise<T>,
  isPending: (found: T) => boolean,
  { spent, ended }: { readonly spent: number; readonly ended?: AbortSignal },
): Promise<T> {
  const { attempts, firstDelay, longestDelay } = retries;
  const deadline = performance.now() + timeouts.total - spent;
  let found = await read();
  for (let again = 0; again < attempts - 1; again += 1) {
    const delay = Math.min(firstDelay * 4 ** again, longestDelay);
    if (!isPending(found) || performance.now() + delay > deadline) return found;
    await wait(delay, ended);
    if (ended?.aborted) return found;
    found = await read();
  }
  return found;
}
