import { checkedNumber } from "./checked-number.ts";

/**
 * Completes the number of targets that are worked on at the same time.
 *
 * @throws InvalidConfiguration for what is no such number
 */
export function checkedConcurrency(given = 8): number {
  return checkedNumber('"concurrency"', given, { least: 1, greatest: 1000, unit: "targets" });
}
