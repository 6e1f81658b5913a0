import { vi } from "vitest";

/** Lets a clock that is not the real one go on until work is done. */
export async function passing<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}
