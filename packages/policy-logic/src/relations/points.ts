import { Intervals } from "../values/intervals.ts";
import type { Times } from "../values/times.ts";
import type { OrderedSet } from "./order.ts";

const mostSteps = 300;

/** Integers, or nanoseconds: points in a range that, after a shift, fall into given times. */
export class WholePoints implements OrderedSet<WholePoints, bigint> {
  readonly isWellOrdered = true;
  readonly #range: Intervals;
  readonly #times: readonly { readonly of: Times; readonly distance: bigint }[];
  #least: bigint | "none" | "unknown" | undefined;

  /** @param range - of integers, bounded on both sides */
  constructor(range: Intervals, times: WholePoints["moves"] = []) {
    this.#range = range;
    this.#times = times;
  }

  get moves(): readonly { readonly of: Times; readonly distance: bigint }[] {
    return this.#times;
  }

  get isEmpty(): boolean {
    return this.#first === "none";
  }

  get member(): bigint | undefined {
    return typeof this.#first === "bigint" ? this.#first : undefined;
  }

  and(other: WholePoints, distance: bigint): WholePoints {
    const range = this.#range.and(other.#range.mapped((end) => end - distance));
    const moved = other.#times.map((one) => ({ ...one, distance: one.distance + distance }));
    return new WholePoints(range, [...this.#times, ...moved]);
  }

  after(other: WholePoints, distance: bigint): WholePoints {
    const [own, least] = [this.member, other.member];
    if (least === undefined || (own !== undefined && own >= least + distance)) return this;
    return this.#within(">=", least + distance);
  }

  before(value: bigint, distance: bigint): WholePoints {
    return this.#within("<=", value - distance);
  }

  from(least: bigint): WholePoints {
    return this.#within(">=", least);
  }

  without(value: bigint): WholePoints {
    return this.#within("!=", value);
  }

  moved(value: bigint, distance: bigint): bigint {
    return value + distance;
  }

  #within(operator: string, bound: bigint): WholePoints {
    const range = this.#range.and(Intervals.comparedWith(operator, bound)).whole();
    return new WholePoints(range, this.#times);
  }

  get #first(): bigint | "none" | "unknown" {
    this.#least ??= this.#find();
    return this.#least;
  }

  #find(): bigint | "none" | "unknown" {
    let range = this.#range;
    for (let step = 0; step < mostSteps; step++) {
      const [interval] = range.list;
      if (interval === undefined) return "none";
      const least = interval.low as bigint;
      let next: bigint | undefined = least;
      for (const { of, distance } of this.#times) {
        const first: bigint | undefined = of.within(range.mapped((end) => end + distance)).first;
        if (first === undefined) return "none";
        if (first - distance > next) next = first - distance;
      }
      if (next === least) return least;
      range = range.and(Intervals.comparedWith(">=", next));
    }
    return "unknown";
  }
}

/** Real numbers, treated as dense: there is always another number between any two. */
export class RealPoints implements OrderedSet<RealPoints, number> {
  readonly isWellOrdered = false;
  readonly #range: Intervals;

  constructor(range: Intervals) {
    this.#range = range;
  }

  get isEmpty(): boolean {
    return this.#range.isEmpty;
  }

  get member(): number | undefined {
    const nearest = Number(this.#range.nearest(0));
    return this.#range.includes(nearest) ? nearest : undefined;
  }

  and(other: RealPoints): RealPoints {
    return new RealPoints(this.#range.and(other.#range));
  }

  after(other: RealPoints, distance: bigint): RealPoints {
    const [first] = other.#range.list;
    if (first === undefined) return this;
    const isStrict = distance > 0n || !first.hasLow;
    const range = this.#range.and(Intervals.comparedWith(isStrict ? ">" : ">=", first.low));
    return String(range) === String(this.#range) ? this : new RealPoints(range);
  }

  before(value: number, distance: bigint): RealPoints {
    const within = Intervals.comparedWith(distance > 0n ? "<" : "<=", value);
    return new RealPoints(this.#range.and(within));
  }

  without(value: number): RealPoints {
    return new RealPoints(this.#range.and(Intervals.comparedWith("!=", value)));
  }

  moved(value: number): number {
    return value;
  }
}
