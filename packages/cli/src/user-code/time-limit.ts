/** How long a module of the user's may take when nobody says, in milliseconds. */
export const defaultTimeLimit = 5_000;

// Shared with the thread of the loader's hooks, which still runs when the main thread does not.
const runIndex = 0;
const limitIndex = 1;

/** What the thread of the hooks has to know. */
export const clock = new Int32Array(new SharedArrayBuffer(8));

/**
 * Waits for work for some time.
 *
 * @param limit - in milliseconds
 * @returns `timed-out` when the work is not done by then
 */
export async function withinTime<T>(
  work: () => Promise<T>,
  limit: number,
): Promise<T | "timed-out"> {
  clock[limitIndex] = limit;
  Atomics.add(clock, runIndex, 1);
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<"timed-out">((settle) => {
    timer = setTimeout(() => settle("timed-out"), limit);
  });
  try {
    return await Promise.race([work(), timeIsUp]);
  } finally {
    clearTimeout(timer);
    Atomics.add(clock, runIndex, 1);
  }
}
