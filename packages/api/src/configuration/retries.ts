import { checkedNumber, longestTimer, type Bounds } from "./checked-number.ts";

/** How often, and after how long, a request is repeated that may succeed later. */
export interface Retries {
  /** How often a request is sent at most; 1 repeats nothing. */
  readonly attempts: number;
  /** Milliseconds before the second attempt, at most; each further one may wait twice as long. */
  readonly firstDelay: number;
  /** Milliseconds before any attempt, at most, unless the service asks for more. */
  readonly longestDelay: number;
}

const defaults: Retries = { attempts: 4, firstDelay: 250, longestDelay: 8000 };

/**
 * Completes the settings of retries with the defaults.
 *
 * @throws InvalidConfiguration for numbers that make no sense
 */
export function toRetries(given: Partial<Retries> = {}): Retries {
  const delay = { least: 0, greatest: longestTimer, unit: "milliseconds" };
  const checked = (setting: keyof Retries, bounds: Bounds): number =>
    checkedNumber(`"${setting}"`, given[setting] ?? defaults[setting], bounds);
  return {
    attempts: checked("attempts", { least: 1, greatest: 100, unit: "attempts" }),
    firstDelay: checked("firstDelay", delay),
    longestDelay: checked("longestDelay", delay),
  };
}
