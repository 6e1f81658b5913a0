import { sixes } from "./addresses.ts";
import { Alphabet } from "./alphabet.ts";
import { dead, type Automaton } from "./automaton.ts";
import { Digits } from "./digits.ts";
import type { Intervals } from "./intervals.ts";

/**
 * Accepts the addresses of some ranges in all spellings. IPv4 addresses have one spelling; IPv6 addresses may have
 * leading zeros in a group, capital letters, `::` for groups of zeros, and dots in the last two groups.
 */
export function addressAutomaton(addresses: Intervals): Automaton {
  return new AddressAutomaton(addresses);
}

/**
 * A possible continuation after some characters. The length of a group or octet, and the number of groups that `::`
 * stands for, are known only later, so there are several.
 */
interface Expected {
  readonly next: "octet" | "more of octet" | "dot" | "start" | "group" | "more of group" | "::";
  readonly left: Digits;
  /** The octet read so far, or the number of digits left in a group. */
  readonly count: number;
  readonly isShort: boolean;
}

const [dot, colon] = [".", ":"].map((character) => character.charCodeAt(0));

class AddressAutomaton implements Automaton {
  readonly alphabet = Alphabet.of(
    [..."0123456789.:", "Aa", "Bb", "Cc", "Dd", "Ee", "Ff"].map((characters) =>
      Array.from(characters, (character) => character.charCodeAt(0)).flatMap((one) => [one, one]),
    ),
  );
  readonly #states: (readonly Expected[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #next: number[][] = [];

  constructor(addresses: Intervals) {
    const { list } = addresses.whole();
    const ranges = list.map(({ low, high }) => [BigInt(low), BigInt(high)] as const);
    const start = { count: 0, isShort: false };
    this.#add([
      { ...start, next: "octet", left: Digits.of(8, ranges, 0n) },
      { ...start, next: "start", left: Digits.of(32, ranges, sixes) },
    ]);
  }

  step(state: number, characters: number): number {
    const next = this.#next[state];
    if (next === undefined) return dead;
    const known = next[characters];
    if (known !== undefined) return known;
    const character = this.alphabet.samples[characters] ?? 0;
    const expected = this.#states[state]?.flatMap((one) => [...expectedAfter(one, character)]);
    return (next[characters] = this.#add(expected ?? []));
  }

  accepts(state: number): boolean {
    return this.#states[state]?.some(({ left }) => left.length === 0) === true;
  }

  settled(state: number): boolean | undefined {
    return state === dead || this.#states[state]?.length === 0 ? false : undefined;
  }

  effort(state: number): number {
    const ranges = this.#states[state]?.reduce((sum, { left }) => sum + 1 + left.ranges.length, 1);
    return (ranges ?? 1) * this.alphabet.size;
  }

  #add(expected: readonly Expected[]): number {
    const possible = new Map<string, Expected>();
    for (const one of expected) {
      const { next, left, count, isShort } = one;
      if (left.ranges.length > 0) possible.set([next, count, isShort, left.key].join(), one);
    }
    if (possible.size === 0 && this.#states.length > 0) return dead;
    const key = [...possible.keys()].toSorted().join(" ");
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push([...possible.values()]) - 1;
    this.#next.push([]);
    this.#numbers.set(key, number);
    return number;
  }
}

function* expectedAfter(expected: Expected, character: number): Generator<Expected> {
  const { next, left, count, isShort } = expected;
  const digit = Number.parseInt(String.fromCharCode(character), 16);
  const isDigit = !Number.isNaN(digit);
  switch (next) {
    case "octet":
      if (digit < 10) yield* inOctet(expected, digit);
      break;
    case "more of octet":
      if (digit < 10) yield* inOctet(expected, count * 10 + digit);
      break;
    case "dot":
      if (character === dot && left.length > 0) yield { ...expected, next: "octet" };
      break;
    case "start":
      if (isDigit) yield* inGroup(expected, digit);
      else if (character === colon) yield { ...expected, next: "::" };
      break;
    case "group":
      if (isDigit) yield* inGroup(expected, digit);
      else if (character === colon && !isShort) yield* withoutZeros(expected);
      // The last two groups.
      if (digit < 10 && left.length === 8) yield* inOctet(expected, digit);
      break;
    case "more of group":
      if (count > 0) {
        if (isDigit) yield { ...expected, left: left.after(digit), count: count - 1 };
      } else if (character === colon && left.length > 0) yield { ...expected, next: "group" };
      break;
    case "::":
      if (character === colon) yield* withoutZeros(expected);
  }
}

/** @param value - the octet so far, complete or not */
function* inOctet({ left, isShort }: Expected, value: number): Generator<Expected> {
  if (value > 255) return;
  yield { next: "dot", left: left.after(value >> 4).after(value & 15), count: 0, isShort };
  if (value === 0 || value > 25) return;
  // The digits do not matter that only decide which octet it is, and not whether there can be more.
  const count = !left.isFree || [1, 2, 25].includes(value) ? value : value < 10 ? 3 : 10;
  yield { next: "more of octet", left, count, isShort };
}

function* inGroup({ left, isShort }: Expected, digit: number): Generator<Expected> {
  for (let rest = left, count = 3; count >= 0; count--, rest = rest.after(0)) {
    yield { next: "more of group", left: rest.after(digit), count, isShort };
  }
}

function* withoutZeros({ left }: Expected): Generator<Expected> {
  for (let rest = left; rest.length > 0;) {
    for (let count = 0; count < 4; count++) rest = rest.after(0);
    const next = rest.length === 0 ? "dot" : "group";
    yield { next, left: rest, count: 0, isShort: true };
  }
}
