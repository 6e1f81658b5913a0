import type { Intervals } from "./intervals.ts";

/** A whole number leaves one of these numbers when it is divided; it has the sign of the number that is divided. */
export interface Remainder {
  readonly divisor: bigint;
  readonly numbers: Intervals;
}

const mostTried = 10_000;

/** A whole number of a set that leaves the remainders; nothing when there is none, or too many are tried. */
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
