import { runInThisContext } from "node:vm";

/** How long a module of the user's may take when nobody says, in milliseconds. */
export const defaultTimeLimit = 5_000;

// Shared with the thread of the loader's hooks, which still runs when the main thread does not.
const runIndex = 0;
const limitIndex = 1;

/**
 * The index of the flag that the watchdog sets just before it stops the main thread, while it is still connected to
 * it.
 */
export const stopIndex = 2;

export const importIndex = 3;

export const clock = new Int32Array(new SharedArrayBuffer(16));

/**
 * Waits for work with a time limit.
 *
 * @param limit - in milliseconds
 * @returns `timed-out` when the work is not done in time
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
    const result = await Promise.race([beforeDeadline(work, limit), timeIsUp]);
    // What is stopped in the middle of a module never says so.
    if (result === "timed-out") for (const clean of current?.cleaning ?? []) clean();
    return result;
  } finally {
    clearTimeout(timer);
    Atomics.add(clock, runIndex, 1);
    await disconnected();
  }
}

/** Waits for the inspector to disconnect. Otherwise Node prints on stderr that it waits for a debugger. */
async function disconnected(): Promise<void> {
  if (Atomics.load(clock, stopIndex) === 0) return;
  const turn = (): Promise<void> => new Promise((settle) => setTimeout(settle, 1));
  for (let turns = 0; turns < 1000 && Atomics.load(clock, stopIndex) !== 0; turns++) await turn();
  // The main thread hears of it in its next turn.
  await turn();
}

interface Run {
  /** As a `performance.now()` time. */
  readonly end: number;
  /** The cleanup to do when the run is stopped: none of its code continues, not even `finally`. */
  readonly cleaning: Set<() => void>;
}

let current: Run | undefined;

/**
 * Does work with a deadline that inner code can query. Errors that the work throws after its deadline do not count as
 * its own: a child process may have been killed with it, for example.
 *
 * @param limit - in milliseconds
 * @returns `timed-out` when the work throws because its time is up
 * @throws whatever the work throws before
 */
function beforeDeadline<T>(work: () => T, limit: number): T | "timed-out" {
  const before = current;
  const run: Run = { end: performance.now() + limit, cleaning: new Set() };
  current = run;
  const leave = (): void => {
    current = before;
  };
  const stopped = (error: unknown): "timed-out" => {
    for (const clean of run.cleaning) clean();
    if (performance.now() < run.end) throw error;
    return "timed-out";
  };
  try {
    const result = work();
    if (result instanceof Promise) return result.catch(stopped).finally(leave) as T;
    leave();
    return result;
  } catch (error) {
    leave();
    return stopped(error);
  }
}

/**
 * Does work that the deadline may interrupt.
 *
 * @param work - receives the remaining time in whole milliseconds; undefined when there is no limit
 * @param clean - called when the time was up
 */
export function withCleaning<T>(work: (timeLeft?: number) => T, clean: () => void): T {
  const run = current;
  if (run === undefined) return work();
  run.cleaning.add(clean);
  try {
    return work(timeLeft());
  } finally {
    // Until it has cleaned, it may be stopped in the middle of that.
    if (performance.now() >= run.end) clean();
    run.cleaning.delete(clean);
  }
}

/** Returns the remaining time in whole milliseconds, at least 1; undefined when there is no limit. */
export function timeLeft(): number | undefined {
  return current && Math.max(1, Math.ceil(current.end - performance.now()));
}

const key = Symbol.for("traffic-policy: work");

/**
 * Does work that code of the user's has a part in, and stops it after some time, whatever it is doing.
 *
 * @param limit - in milliseconds
 * @returns `timed-out` when it was stopped
 * @throws what the work throws
 */
export function stoppedAfter<T>(work: () => T, limit: number): T | "timed-out" {
  const shared = globalThis as { [key]?: () => T };
  shared[key] = work;
  try {
    // Only what the engine starts in this way can be stopped from this thread.
    const script = 'globalThis[Symbol.for("traffic-policy: work")]()';
    // Node would put the line that throws before the stack of an error.
    const run = (): T => runInThisContext(script, { timeout: limit, displayErrors: false }) as T;
    return beforeDeadline(run, limit);
  } catch (error) {
    const { code } = (error ?? {}) as NodeJS.ErrnoException;
    if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "timed-out";
    throw error;
  } finally {
    delete shared[key];
  }
}
