import { InvalidConfiguration } from "./invalid-configuration.ts";

/** Milliseconds that one request may take in total, unless the configuration says otherwise. */
export const defaultTimeout = 30_000;

const longestTimer = 2 ** 31 - 1;

/**
 * Checks a number of milliseconds.
 *
 * @throws InvalidConfiguration for what no timer can wait
 */
export function checkTimeout(milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds >= 1 && milliseconds <= longestTimer) {
    return Math.ceil(milliseconds);
  }
  throw new InvalidConfiguration(
    `The timeout is not between 1 and ${longestTimer} milliseconds.`,
    "Give the milliseconds that one request may take, like 30000.",
  );
}
