/** The client was set up wrongly. The message never holds the base URL or the API key. */
export class InvalidConfiguration extends Error {
  override readonly name = "InvalidConfiguration";
  /** One sentence: what to do. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

export interface Bounds {
  readonly least: number;
  readonly greatest: number;
  readonly unit: string;
}

/** The longest delay, in milliseconds, that a Node timer supports. */
const longestTimer = 2 ** 31 - 1;

/**
 * Checks a number of a configuration, and rounds it up to a whole number.
 *
 * @param name - subject of the error message: `The total timeout`
 * @throws InvalidConfiguration for a value out of bounds
 */
export function checkedNumber(name: string, value: number, bounds: Bounds): number {
  const { least, greatest, unit } = bounds;
  if (typeof value === "number" && value >= least && value <= greatest) return Math.ceil(value);
  const within = greatest === Infinity ? `at least ${least}` : `between ${least} and ${greatest}`;
  throw new InvalidConfiguration(`${name} is not ${within} ${unit}.`, "Change it, or omit it.");
}

/** Time limits for the steps of an operation, in milliseconds. */
export interface Timeouts {
  /** Until a connection is open, including TLS. */
  readonly connect: number;
  /** From the request to the start of its answer. */
  readonly headers: number;
  /** Between two chunks of an answer's body. */
  readonly body: number;
  /** The whole operation, including all attempts and the waits between them. */
  readonly total: number;
}

const defaultTimeouts: Timeouts = {
  connect: 10_000,
  headers: 30_000,
  body: 30_000,
  total: 120_000,
};

/**
 * Completes timeouts with the defaults.
 *
 * @throws InvalidConfiguration for values that no timer supports
 */
export function toTimeouts(given: Partial<Timeouts> = {}): Timeouts {
  const checked = (step: keyof Timeouts): number =>
    checkedNumber(`The timeout "${step}"`, given[step] ?? defaultTimeouts[step], {
      least: 1,
      greatest: longestTimer,
      unit: "milliseconds",
    });
  return {
    connect: checked("connect"),
    headers: checked("headers"),
    body: checked("body"),
    total: checked("total"),
  };
}

export interface Retries {
  /** Maximum number of attempts; 1 disables repetition. */
  readonly attempts: number;
  /** Maximum milliseconds before the second attempt; the maximum doubles with each further attempt. */
  readonly firstDelay: number;
  /** Maximum milliseconds before any attempt, unless the service asks for more. */
  readonly longestDelay: number;
}

const defaultRetries: Retries = { attempts: 4, firstDelay: 250, longestDelay: 8000 };

export function toRetries(given: Partial<Retries> = {}): Retries {
  const delay = { least: 0, greatest: longestTimer, unit: "milliseconds" };
  const checked = (setting: keyof Retries, bounds: Bounds): number =>
    checkedNumber(`"${setting}"`, given[setting] ?? defaultRetries[setting], bounds);
  return {
    attempts: checked("attempts", { least: 1, greatest: 100, unit: "attempts" }),
    firstDelay: checked("firstDelay", delay),
    longestDelay: checked("longestDelay", delay),
  };
}

export function checkedConcurrency(given = 8): number {
  return checkedNumber('"concurrency"', given, { least: 1, greatest: 1000, unit: "targets" });
}
