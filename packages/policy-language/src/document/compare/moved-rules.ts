import type { RulePair } from "./match-rules.ts";

/**
 * The pairs whose rules changed their place among the others: all but a longest run of rules that
 * are in the same order in both lists, so that one rule carried elsewhere is one move.
 */
export function movedRules(pairs: readonly RulePair[]): ReadonlySet<RulePair> {
  const inLocalOrder = pairs.toSorted((one, other) => one.local - other.local);
  const kept = longestIncreasing(inLocalOrder.map((pair) => pair.stored));
  return new Set(inLocalOrder.filter((_pair, index) => !kept.has(index)));
}

/** Indexes of a longest increasing subsequence, by patience sorting. */
function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const lastOfLength: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = lastOfLength.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[lastOfLength[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? undefined : lastOfLength[low - 1];
    lastOfLength[low] = index;
  }
  const kept = new Set<number>();
  for (let index = lastOfLength.at(-1); index !== undefined; index = previous[index]) {
    kept.add(index);
  }
  return kept;
}
