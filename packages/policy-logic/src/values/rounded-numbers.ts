import { Intervals } from "./intervals.ts";

/** Returns the integers, within those that CEL has, whose nearest double is in the set. */
export function integersRoundedTo(numbers: Intervals): Intervals {
  const whole = numbers.list.map(({ low, hasLow, high, hasHigh }) => {
    const isFrom = (value: number): boolean => (hasLow ? value >= low : value > low);
    const isBeyond = (value: number): boolean => (hasHigh ? value > high : value >= high);
    return Intervals.between(firstWhole(isFrom), firstWhole(isBeyond) - 1n);
  });
  return Intervals.anyOf(whole);
}

/**
 * Returns the smallest integer whose conversion to a double is above a limit. It relies on conversion being
 * monotonic.
 */
function firstWhole(isAbove: (value: number) => boolean): bigint {
  let [from, to] = [-(2n ** 63n), 2n ** 64n];
  while (from < to) {
    const middle = (from + to) >> 1n;
    if (isAbove(Number(middle))) to = middle;
    else from = middle + 1n;
  }
  return from;
}
