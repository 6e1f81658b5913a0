import { checkedNumber, longestTimer } from "./checked-number.ts";

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

const defaults: Timeouts = { connect: 10_000, headers: 30_000, body: 30_000, total: 120_000 };

/**
 * Completes timeouts with the defaults.
 *
 * @throws InvalidConfiguration for what no timer can wait
 */
export function toTimeouts(given: Partial<Timeouts> = {}): Timeouts {
  const checked = (step: keyof Timeouts): number =>
    checkedNumber(`The timeout "${step}"`, given[step] ?? defaults[step], {
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
