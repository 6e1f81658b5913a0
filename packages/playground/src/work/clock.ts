/** What time it is. */
export interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  /** In milliseconds since some moment; it never goes back. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
