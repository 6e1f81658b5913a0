type Ranges = readonly (readonly [low: bigint, high: bigint])[];

/** Numbers of some ranges as hexadecimal digits, after the first digits have been read. */
export class Digits {
  readonly length: number;
  readonly ranges: Ranges;
  readonly key: string;
  readonly #known: Map<string, Digits>;
  readonly #after: Digits[] = [];

  private constructor(length: number, ranges: Ranges, key: string, known: Map<string, Digits>) {
    this.length = length;
    this.ranges = ranges;
    this.key = key;
    this.#known = known;
  }

  /**
   * @param first - the value that the digits are added to
   * @param known - cache of instances
   */
  static of(
    length: number,
    ranges: Ranges,
    first: bigint,
    known = new Map<string, Digits>(),
  ): Digits {
    const last = (1n << BigInt(4 * length)) - 1n;
    const own = ranges.flatMap(([low, high]) => {
      const [from, to] = [low - first, high - first];
      const isApart = to < 0n || from > last;
      return isApart ? [] : [[from < 0n ? 0n : from, to > last ? last : to] as const];
    });
    const key = `${length}:${own.map((ends) => ends.join("-")).join("_")}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const digits = new Digits(length, own, key, known);
    known.set(key, digits);
    return digits;
  }

  get isFree(): boolean {
    const [[low, high] = [1n, 0n]] = this.ranges;
    return high - low === (1n << BigInt(4 * this.length)) - 1n;
  }

  after(digit: number): Digits {
    let after = this.#after[digit];
    if (after === undefined) {
      const first = BigInt(digit) << BigInt(4 * (this.length - 1));
      after = Digits.of(this.length - 1, this.ranges, first, this.#known);
      this.#after[digit] = after;
    }
    return after;
  }
}
