import { spend } from "../effort.ts";

/** A set of ordered values. Distances are integers, or only say if values differ. */
export interface OrderedSet<Self, Value> {
  readonly isEmpty: boolean;
  and(other: Self, distance: bigint): Self;
  /**
   * Returns the members at least a distance after some member of another set; returns this set itself when all
   * members are.
   */
  after(other: Self, distance: bigint): Self;
  before(value: Value, distance: bigint): Self;
  without(value: Value): Self;
  moved(value: Value, distance: bigint): Value;
  readonly member: Value | undefined;
  readonly isWellOrdered: boolean;
}

type Ordered = bigint | number | string;

/** A constraint between two values, identified by the indexes of their sets. */
export interface Constraint {
  readonly one: number;
  readonly other: number;
  readonly distance: bigint;
}

type Solution<Value> = readonly Value[] | "none" | "unknown";

/** The limit on the number of values; comparing more of them pairwise takes too long. */
const mostSets = 40;

const mostRounds = 1000;

/**
 * Finds a member of each set such that all constraints hold. Order constraints are decided exactly: the least members
 * under the lower bounds from the others are a solution. For inequalities, where the values found are equal, both
 * orders are tried in turn.
 *
 * @param budget - the number of cases that may be examined; updated to the rest
 */
export function inOrder<Self extends OrderedSet<Self, Value>, Value extends Ordered>(
  sets: readonly Self[],
  orders: readonly Constraint[],
  differences: readonly Constraint[],
  budget = { cases: 200 },
): Solution<Value> {
  if (sets.length > mostSets || budget.cases-- <= 0) return "unknown";
  spend(sets.length ** 3 / 10);
  const distances = longestPaths(sets.length, orders);
  if (distances === undefined) return "none";
  const found = valuesFor<Self, Value>(sets, distances, differences);
  if (typeof found === "string") return found;
  const broken = differences.find(({ one, other, distance }) => {
    const [left, right] = [found[one], found[other]] as [Value, Value];
    return (sets[one] as Self).moved(left, distance) === right;
  });
  if (broken === undefined) return found;
  const { one, other, distance } = broken;
  let solution: Solution<Value> = "none";
  for (const order of [
    { one, other, distance: distance + 1n },
    { one: other, other: one, distance: 1n - distance },
  ]) {
    const next = inOrder<Self, Value>(sets, [...orders, order], differences, budget);
    if (typeof next !== "string") return next;
    if (next === "unknown") solution = next;
  }
  return solution;
}

/**
 * Returns the longest distance between each pair, where there is a path; undefined when a value must come before
 * itself.
 */
function longestPaths(
  count: number,
  orders: readonly Constraint[],
): (bigint | undefined)[][] | undefined {
  const distances = Array.from({ length: count }, (_, one) =>
    Array.from({ length: count }, (__, other) => (one === other ? 0n : undefined)),
  ) as (bigint | undefined)[][];
  const extend = (from: number, to: number, distance: bigint): void => {
    const row = distances[from] ?? [];
    const before = row[to];
    if (before === undefined || before < distance) row[to] = distance;
  };
  for (const { one, other, distance } of orders) extend(one, other, distance);
  for (let middle = 0; middle < count; middle++) {
    for (let from = 0; from < count; from++) {
      const first = distances[from]?.[middle];
      if (first === undefined) continue;
      for (let to = 0; to < count; to++) {
        const second = distances[middle]?.[to];
        if (second !== undefined) extend(from, to, first + second);
      }
      if ((distances[from]?.[from] ?? 0n) > 0n) return undefined;
    }
  }
  return distances;
}

function valuesFor<Self extends OrderedSet<Self, Value>, Value extends Ordered>(
  sets: readonly Self[],
  distances: readonly (readonly (bigint | undefined)[])[],
  differences: readonly Constraint[],
): Solution<Value> {
  const distance = (from: number, to: number): bigint | undefined => distances[from]?.[to];
  // What is as far before another as after it is equal to it, moved.
  const roots = sets.map((_, one) =>
    sets.findIndex((__, root) => {
      const [to, back] = [distance(root, one), distance(one, root)];
      return to !== undefined && back !== undefined && to + back === 0n;
    }),
  );
  const merged = [...sets];
  for (const [one, root] of roots.entries()) {
    const [set, own] = [merged[root] as Self, sets[one] as Self];
    if (one !== root) merged[root] = set.and(own, distance(root, one) ?? 0n);
  }
  const places = [...new Set(roots)];
  const isDifferent = ({ one, other, distance: apart }: Constraint): boolean =>
    roots[one] !== roots[other] || distance(one, other) !== apart;
  if (!differences.every(isDifferent)) return "none";
  if (places.some((place) => merged[place]?.isEmpty)) return "none";
  // What comes before others is looked at before them.
  const depth = (place: number): number =>
    places.filter((other) => distance(place, other) !== undefined).length;
  const sorted = places.toSorted((one, other) => depth(other) - depth(one));
  for (let round = 0, isChanged = true; isChanged; round++) {
    if (round > mostRounds) return "unknown";
    isChanged = false;
    for (const from of sorted) {
      for (const to of sorted) {
        const apart = distance(from, to);
        if (apart === undefined || from === to) continue;
        const before = merged[to] as Self;
        const after = before.after(merged[from] as Self, apart);
        if (after === before) continue;
        if (after.isEmpty) return "none";
        merged[to] = after;
        isChanged = after.isWellOrdered;
      }
    }
  }
  const values = new Map<number, Value>();
  for (const place of sorted.toReversed()) {
    let set = merged[place] as Self;
    if (!set.isWellOrdered) {
      for (const [other, value] of values) {
        const apart = distance(place, other);
        if (apart !== undefined) set = set.before(value, apart);
      }
      for (const { one, other } of differences) {
        const different = roots[one] === place ? other : roots[other] === place ? one : undefined;
        const value = different === undefined ? undefined : values.get(roots[different] ?? 0);
        const left = value === undefined ? set : set.without(value);
        if (left.member !== undefined) set = left;
      }
    }
    const { member } = set;
    if (member === undefined) return "unknown";
    values.set(place, member);
  }
  return sets.map((set, one) => {
    const root = roots[one] ?? one;
    return set.moved(values.get(root) as Value, distance(root, one) ?? 0n);
  });
}
