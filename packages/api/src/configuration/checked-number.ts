import { InvalidConfiguration } from "./invalid-configuration.ts";

/** The bounds of a number in a configuration. */
export interface Bounds {
  readonly least: number;
  readonly greatest: number;
  /** What it counts, in the plural. */
  readonly unit: string;
}

/** More milliseconds than this no timer of Node can wait. */
export const longestTimer = 2 ** 31 - 1;

/**
 * Checks a number of a configuration, and rounds it up to a whole one.
 *
 * @param name - what it is, for the error: `The total timeout`
 * @throws InvalidConfiguration for what is not within the bounds
 */
export function checkedNumber(name: string, value: number, bounds: Bounds): number {
  const { least, greatest, unit } = bounds;
  if (typeof value === "number" && value >= least && value <= greatest) return Math.ceil(value);
  const within = greatest === Infinity ? `at least ${least}` : `between ${least} and ${greatest}`;
  throw new InvalidConfiguration(
    `${name} is not ${within} ${unit}.`,
    "Change it, or leave it out.",
  );
}
