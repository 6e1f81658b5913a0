import { runInThisContext } from "node:vm";
import { beforeDeadline } from "./deadline.ts";

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
