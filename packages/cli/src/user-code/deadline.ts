/** What is run for some time, and then stopped. */
interface Run {
  /** By `performance.now()`. */
  readonly end: number;
  /** What is left to do when it was stopped: nothing of it goes on, not even `finally`. */
  readonly cleaning: Set<() => void>;
}

let current: Run | undefined;

/**
 * Does work of which others can ask how long it may still take. What it throws once its time is up is
 * not its own mistake: a child that was ended with it, for instance.
 *
 * @param limit - in milliseconds
 * @returns `timed-out` when it throws because its time is up
 * @throws what the work throws before
 */
export function beforeDeadline<T>(work: () => T, limit: number): T | "timed-out" {
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
 * Does something that the end of the time may stop in the middle.
 *
 * @param work - is told how long it may take, in whole milliseconds; nothing when there is no limit
 * @param clean - is called when the time was up
 */
export function withCleaning<T>(work: (timeLeft?: number) => T, clean: () => void): T {
  const run = current;
  if (run === undefined) return work();
  run.cleaning.add(clean);
  try {
    return work(timeLeft());
  } finally {
    run.cleaning.delete(clean);
    if (performance.now() >= run.end) clean();
  }
}

/** How long what runs may still take, in whole milliseconds, at least one; nothing when there is no limit. */
export function timeLeft(): number | undefined {
  return current && Math.max(1, Math.ceil(current.end - performance.now()));
}
