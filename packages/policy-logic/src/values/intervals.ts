/** A point on an ordered scale: an exact integer, or a double; the infinities are doubles. */
export type Point = bigint | number;

/** All points between two bounds, each included or not. */
export interface Interval {
  readonly low: Point;
  readonly hasLow: boolean;
  readonly high: Point;
  readonly hasHigh: boolean;
}

/** A set of points, as intervals in their order that do not touch. */
export class Intervals {
  readonly list: readonly Interval[];

  /** @param list - in order, without overlap */
  private constructor(list: readonly Interval[]) {
    this.list = list;
  }

  static readonly none = new Intervals([]);
  static readonly all = new Intervals([
    { low: -Infinity, hasLow: true, high: Infinity, hasHigh: true },
  ]);

  static between(low: Point, high: Point, hasLow = true, hasHigh = true): Intervals {
    return low > high || (low >= high && !(hasLow && hasHigh))
      ? Intervals.none
      : new Intervals([{ low, hasLow, high, hasHigh }]);
  }

  /** Exactly these points, and no others. */
  static points(points: Iterable<Point>): Intervals {
    const list: Interval[] = [];
    for (const point of [...points].toSorted((one, other) => (one < other ? -1 : 1))) {
      const last = list.at(-1);
      if (last !== undefined && last.high >= point) continue;
      list.push({ low: point, hasLow: true, high: point, hasHigh: true });
    }
    return new Intervals(list);
  }

  /** The points that are in one of some sets. */
  static anyOf(sets: readonly Intervals[]): Intervals {
    const sorted = sets
      .flatMap(({ list }) => list)
      .toSorted((one, other) =>
        one.low < other.low || (one.low <= other.low && one.hasLow && !other.hasLow) ? -1 : 1,
      );
    const list: Interval[] = [];
    for (const next of sorted) {
      const last = list.at(-1);
      const isApart =
        last === undefined ||
        last.high < next.low ||
        (last.high <= next.low && !last.hasHigh && !next.hasLow);
      if (isApart) list.push(next);
      else if (last.high < next.high || (last.high <= next.high && next.hasHigh)) {
        list[list.length - 1] = { ...last, high: next.high, hasHigh: next.hasHigh };
      }
    }
    return new Intervals(list);
  }

  /** The points for which `point operator bound` holds. */
  static comparedWith(operator: string, bound: Point): Intervals {
    switch (operator) {
      case "<":
        return Intervals.between(-Infinity, bound, true, false);
      case "<=":
        return Intervals.between(-Infinity, bound);
      case ">":
        return Intervals.between(bound, Infinity, false, true);
      case ">=":
        return Intervals.between(bound, Infinity);
      case "==":
        return Intervals.between(bound, bound);
      default:
        return Intervals.between(bound, bound).complement();
    }
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  includes(point: Point): boolean {
    return this.list.some(
      ({ low, hasLow, high, hasHigh }) =>
        (hasLow ? low <= point : low < point) && (hasHigh ? point <= high : point < high),
    );
  }

  and(other: Intervals): Intervals {
    if (this === Intervals.all) return other;
    if (other === Intervals.all) return this;
    const list: Interval[] = [];
    for (let [index, otherIndex] = [0, 0]; ;) {
      const [one, two] = [this.list[index], other.list[otherIndex]];
      if (one === undefined || two === undefined) return new Intervals(list);
      const lower = one.low > two.low || (one.low >= two.low && !one.hasLow) ? one : two;
      const upper = one.high < two.high || (one.high <= two.high && !one.hasHigh) ? one : two;
      list.push(...Intervals.between(lower.low, upper.high, lower.hasLow, upper.hasHigh).list);
      // The one that ends first has nothing in common with what comes next.
      if (upper === one) index += 1;
      else otherIndex += 1;
    }
  }

  or(other: Intervals): Intervals {
    return Intervals.anyOf([this, other]);
  }

  complement(): Intervals {
    const list: Interval[] = [];
    let low: Point = -Infinity;
    let hasLow = true;
    for (const one of this.list) {
      list.push(...Intervals.between(low, one.low, hasLow, !one.hasLow).list);
      [low, hasLow] = [one.high, !one.hasHigh];
    }
    list.push(...Intervals.between(low, Infinity, hasLow, true).list);
    return new Intervals(list);
  }

  /** The whole numbers of the set; each end but an infinite one belongs to its interval. */
  whole(): Intervals {
    return new Intervals(
      this.list.flatMap(({ low, hasLow, high, hasHigh }) => {
        const first = wholeFrom(low, hasLow, 1n);
        const last = wholeFrom(high, hasHigh, -1n);
        return first <= last ? [{ low: first, hasLow: true, high: last, hasHigh: true }] : [];
      }),
    );
  }

  /** The set with its whole ends moved, those that are infinite left where they are. */
  mapped(low: (end: bigint) => bigint, high = low): Intervals {
    const moved = this.list.map((one) =>
      Intervals.between(
        typeof one.low === "bigint" ? low(one.low) : one.low,
        typeof one.high === "bigint" ? high(one.high) : one.high,
      ),
    );
    return Intervals.anyOf(moved);
  }

  /** The same for a way that turns the order round. */
  reversed(way: (end: bigint) => bigint): Intervals {
    const turned = this.list.toReversed().map(({ low, hasLow, high, hasHigh }) => ({
      low: typeof high === "bigint" ? way(high) : -high,
      hasLow: hasHigh,
      high: typeof low === "bigint" ? way(low) : -low,
      hasHigh: hasLow,
    }));
    return new Intervals(turned);
  }

  /** A member, the one nearest to a point. */
  nearest(point: Point): Point | undefined {
    if (this.includes(point)) return point;
    let best: Point | undefined;
    const distance = (one: Point): number => Math.abs(Number(one) - Number(point));
    for (const { low, hasLow, high, hasHigh } of this.list) {
      const inner = (Number(low) + Number(high)) / 2;
      const ends = [hasLow ? low : Number(low) + 1, hasHigh ? high : Number(high) - 1];
      for (const end of [...ends, inner]) {
        const isMember = Number.isFinite(Number(end)) && this.includes(end);
        if (isMember && (best === undefined || distance(end) < distance(best))) best = end;
      }
    }
    return best;
  }

  toString(): string {
    return this.list
      .map(
        ({ low, hasLow, high, hasHigh }) =>
          `${hasLow ? "[" : "("}${low}, ${high}${hasHigh ? "]" : ")"}`,
      )
      .join(" ");
  }
}

function wholeFrom(end: Point, isIncluded: boolean, step: 1n | -1n): Point {
  if (typeof end === "bigint") return isIncluded ? end : end + step;
  if (!Number.isFinite(end)) return end;
  const rounded = step === 1n ? Math.ceil(end) : Math.floor(end);
  return rounded === end && !isIncluded ? BigInt(end) + step : BigInt(rounded);
}
