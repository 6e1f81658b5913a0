import type { Intervals } from "./intervals.ts";

/** The remainder of an integer division is in a set. It has the sign of the dividend. */
export interface Remainder {
  readonly divisor: bigint;
  readonly numbers: Intervals;
}

const mostTried = 10_000;

/** Finds an integer in a set with the given remainders; undefined when there is none or the search tries too many. */
export function memberWith(
  numbers: Intervals,
  remainders: readonly Remainder[],
): bigint | "unknown" | undefined {
  const period = remainders.reduce((all, { divisor }) => commonMultiple(all, divisor), 1n);
  const tried = period > mostTried ? BigInt(mostTried) : period;
  const isWanted = (value: bigint): boolean =>
    remainders.every((one) => one.numbers.includes(value % one.divisor));
  for (const { low, high } of numbers.whole().list) {
    const [first, last] = [BigInt(low), BigInt(high)];
    for (let value = first < 0n ? 0n : first; value <= last; value += 1n) {
      if (isWanted(value)) return value;
      if (value - (first < 0n ? 0n : first) >= tried) break;
    }
    for (let value = last < 0n ? last : -1n; value >= first; value -= 1n) {
      if (isWanted(value)) return value;
      if ((last < 0n ? last : -1n) - value >= tried) break;
    }
  }
  return period > tried ? "unknown" : undefined;
}

function commonMultiple(one: bigint, other: bigint): bigint {
  const positive = other < 0n ? -other : other;
  let [a, b] = [one, positive];
  while (b !== 0n) [a, b] = [b, a % b];
  return (one / a) * positive;
}
