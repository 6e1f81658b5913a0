import type { CharacterRanges } from "@traffic-policy/policy-language/internal";

export const lastCharacter = 0x10ffff;

/** The characters of an automaton, grouped into classes that it treats alike. */
export class Alphabet {
  /** The first character of each range, in order; the first range starts at 0. */
  readonly starts: readonly number[];
  readonly classes: readonly number[];
  readonly size: number;
  readonly samples: readonly number[];

  constructor(starts: readonly number[], classes: readonly number[]) {
    this.starts = starts;
    this.classes = classes;
    const samples: number[] = [];
    for (const [index, one] of classes.entries()) samples[one] ??= starts[index] ?? 0;
    this.samples = samples;
    this.size = samples.length;
  }

  static of(sets: Iterable<CharacterRanges>): Alphabet {
    const distinct = [...sets];
    const borders = new Set([0]);
    for (const ranges of distinct) {
      for (let index = 0; index < ranges.length; index += 2) {
        borders.add(ranges[index] ?? 0).add((ranges[index + 1] ?? 0) + 1);
      }
    }
    borders.delete(lastCharacter + 1);
    const starts = [...borders].toSorted((one, other) => one - other);
    const classes = starts.map(() => 0);
    let count = 1;
    for (const ranges of distinct) {
      // What is in the set leaves its class for a new one.
      const left = new Map<number, number>();
      for (let index = 0; index < ranges.length; index += 2) {
        const last = ranges[index + 1] ?? 0;
        for (let at = indexIn(starts, ranges[index] ?? 0); (starts[at] ?? Infinity) <= last; at++) {
          const before = classes[at] ?? 0;
          let after = left.get(before);
          if (after === undefined) left.set(before, (after = count++));
          classes[at] = after;
        }
      }
    }
    return new Alphabet(starts, renumbered(classes));
  }

  static cutAt(cuts: Iterable<number>): Alphabet {
    const starts = [...new Set([0, ...cuts])]
      .filter((cut) => cut <= lastCharacter)
      .toSorted((one, other) => one - other);
    return new Alphabet(
      starts,
      starts.map((_start, index) => index),
    );
  }

  classOf(character: number): number {
    return this.classes[indexIn(this.starts, character)] ?? 0;
  }
}

/** Renumbers the classes, because some may have lost all characters to new classes. */
function renumbered(classes: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return classes.map((one) => {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    numbers.set(one, numbers.size);
    return numbers.size - 1;
  });
}

function indexIn(starts: readonly number[], character: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= character) low = middle;
    else high = middle;
  }
  return low;
}
