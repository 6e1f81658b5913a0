import { beforeDeadline } from "./deadline.ts";

/** How long a module of the user's may take when nobody says, in milliseconds. */
export const defaultTimeLimit = 5_000;

/** A time limit as it is told. */
export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}

// Shared with the thread of the loader's hooks, which still runs when the main thread does not.
const runIndex = 0;
const limitIndex = 1;

/** Where it says that it is about to stop the main thread, and is still connected to it. */
export const stopIndex = 2;

/** What the thread of the hooks has to know. */
export const clock = new Int32Array(new SharedArrayBuffer(12));

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
    return await Promise.race([beforeDeadline(work, limit), timeIsUp]);
  } finally {
    clearTimeout(timer);
    Atomics.add(clock, runIndex, 1);
    await disconnected();
  }
}

/** Node says on stderr that it waits for a debugger when it ends before that has gone. */
async function disconnected(): Promise<void> {
  if (Atomics.load(clock, stopIndex) === 0) return;
  const turn = (): Promise<void> => new Promise((settle) => setTimeout(settle, 1));
  for (let turns = 0; turns < 1000 && Atomics.load(clock, stopIndex) !== 0; turns++) await turn();
  // The main thread hears of it in its next turn.
  await turn();
}
