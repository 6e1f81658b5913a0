export interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  /** In milliseconds since an arbitrary moment; never decreases. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
