import type { Retries } from "../configuration/retries.ts";
import type { RequestOptions } from "../service/operation.ts";
import { wait } from "../transport/wait.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Reads what became of a write that may still arrive: again as long as nothing is seen of it, after
 * pauses of which each is four times as long as the one before. With the usual retries it is given some
 * seconds, and never more than an operation has.
 *
 * @param read - reads the target once
 * @param isPending - whether nothing is seen of the write
 * @param time - milliseconds until the last reading may begin
 */
export async function readLateWrite<T>(
  read: () => Promise<Attempt<T>>,
  isPending: (found: T) => boolean,
  time: number,
  { attempts, firstDelay, longestDelay }: Retries,
  { signal, stop }: RequestOptions,
): Promise<Attempt<T>> {
  const ended = AbortSignal.any([signal ?? [], stop ?? []].flat());
  const deadline = performance.now() + time;
  let found = await read();
  for (let again = 0; again < attempts - 1; again += 1) {
    const delay = Math.min(firstDelay * 4 ** again, longestDelay);
    if (!found.ok || !isPending(found.value) || performance.now() + delay > deadline) return found;
    await wait(delay, ended);
    if (ended.aborted) return found;
    found = await read();
  }
  return found;
}
