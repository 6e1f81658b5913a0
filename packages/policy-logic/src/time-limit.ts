class TimeIsOver extends Error {
  override readonly name = "TimeIsOver";
}

let isOver: (() => boolean) | undefined;
let looks = 0;

const callsOfLook = 128;

/**
 * Does some work; gives nothing when the time was over before it came to an end. Whatever takes long in it
 * calls `lookAtTime`, however deep inside: so a limit holds without being passed through all values.
 */
export function withTimeLimit<T>(
  limit: (() => boolean) | undefined,
  work: () => T,
): { readonly value: T } | undefined {
  const outer = isOver;
  isOver = limit ?? outer;
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof TimeIsOver && outer === undefined) return undefined;
    throw error;
  } finally {
    isOver = outer;
  }
}

/** Ends the work around it when the time for it is over; cheap enough for a loop that takes microseconds each time. */
export function lookAtTime(): void {
  if (isOver === undefined) return;
  looks += 1;
  if (looks % callsOfLook === 0 && isOver()) throw new TimeIsOver();
}
