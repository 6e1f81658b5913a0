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

/** The bounds of a number in a configuration. */
export interface Bounds {
  readonly least: number;
  readonly greatest: number;
  /** What it counts, in the plural. */
  readonly unit: string;
}

/** More milliseconds than this no timer of Node can wait. */
const longestTimer = 2 ** 31 - 1;

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
  throw new InvalidConfiguration(`${name} is not ${within} ${unit}.`, "Change it, or omit it.");
}

/** How long the steps of an operation may take, in milliseconds. */
export interface Timeouts {
  /** Until a connection is open, its TLS included. */
  readonly connect: number;
  /** From the request to the beginning of its answer. */
  readonly headers: number;
  /** Between two parts of an answer's body. */
  readonly body: number;
  /** The whole operation, with all its attempts and the time between them. */
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
 * @throws InvalidConfiguration for what no timer can wait
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

/** How often, and after how long, a request is repeated that may succeed later. */
export interface Retries {
  /** How often a request is sent at most; 1 repeats nothing. */
  readonly attempts: number;
  /** Milliseconds before the second attempt, at most; each further one may wait twice as long. */
  readonly firstDelay: number;
  /** Milliseconds before any attempt, at most, unless the service asks for more. */
  readonly longestDelay: number;
}

const defaultRetries: Retries = { attempts: 4, firstDelay: 250, longestDelay: 8000 };

/**
 * Completes the settings of retries with the defaults.
 *
 * @throws InvalidConfiguration for invalid numbers
 */
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

/**
 * Completes the number of targets that are processed at the same time.
 *
 * @throws InvalidConfiguration for what is no such number
 */
export function checkedConcurrency(given = 8): number {
  return checkedNumber('"concurrency"', given, { least: 1, greatest: 1000, unit: "targets" });
}
