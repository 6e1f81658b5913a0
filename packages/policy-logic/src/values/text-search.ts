import { lastCharacter, type Alphabet } from "./alphabet.ts";
import { sizeOf } from "../constant.ts";
import { spend } from "../effort.ts";
import type { Automaton } from "./automaton.ts";
import { Intervals } from "./intervals.ts";
import { lookAtTime } from "../time-limit.ts";
import { automatonOf } from "./text-automata.ts";

/** An automaton, with whether to look for the texts that it accepts or rejects. */
export interface Wanted {
  readonly automaton: Automaton;
  readonly holds: boolean;
}

export type Witness = { readonly text: string } | "none" | "unknown";

/** The effort limit of a search; a unit is roughly a step of an automaton. */
const usualEffort = 150_000;

/**
 * Finds the shortest text of the given sizes that all automata accept or reject as wanted, with plain characters
 * where possible. All automata read the same texts, breadth-first.
 *
 * @param isRight - decides about a single text, for automata that cannot
 */
export function shortestText(
  wanted: readonly Wanted[],
  isRight: (text: string) => boolean,
  sizes = Intervals.all,
  mostEffort = usualEffort,
): Witness {
  const witness = shortestOfSizes(wanted, isRight, sizes, mostEffort);
  if (typeof witness === "string" || isPlain.test(witness.text)) return witness;
  // The first way to a state decides about its characters, and a later one may be plainer.
  const size = sizeOf(witness.text);
  const plain = {
    automaton: automatonOf({ kind: "matches", pattern: isPlain.source }),
    holds: true,
  };
  const plainer = shortestOfSizes(
    [...wanted, plain],
    isRight,
    Intervals.between(BigInt(size), BigInt(size)),
    mostEffort,
  );
  return typeof plainer === "string" ? witness : plainer;
}

const isPlain = /^[ -~]*$/;

function shortestOfSizes(
  wanted: readonly Wanted[],
  isRight: (text: string) => boolean,
  sizes: Intervals,
  mostEffort: number,
): Witness {
  if (sizes === Intervals.all) return shortestOfAnySize(wanted, isRight, mostEffort);
  // With an automaton that counts there would be as many times more states as there are sizes.
  const search = new Search(wanted, mostEffort / 2, true);
  let found: string | undefined;
  let isOther = false;
  const isComplete = search.run((state) => {
    const isAccepted = search.isAccepted(state);
    if (isAccepted === false) return false;
    const text = search.textOf(state);
    const isFound =
      !isOther && sizes.includes(sizeOf(text)) && (isAccepted === true || isRight(text));
    if (isFound) found = text;
    isOther ||= !isFound;
    return isFound;
  });
  if (found !== undefined) return { text: found };
  if (isComplete) return isOther ? search.shortestOfSizes(sizes, isRight) : "none";
  const counted = { automaton: automatonOf({ kind: "size", sizes }), holds: true };
  return shortestOfAnySize([...wanted, counted], isRight, mostEffort / 2);
}

function shortestOfAnySize(
  wanted: readonly Wanted[],
  isRight: (text: string) => boolean,
  mostEffort: number,
): Witness {
  const witness = foundBy("run", new Search(wanted, (3 * mostEffort) / 4), isRight);
  // Of too many states there may be a way that is long and easy to find.
  return witness === "unknown"
    ? foundBy("dive", new Search(wanted, mostEffort / 4), isRight)
    : witness;
}

function foundBy(way: "run" | "dive", search: Search, isRight: (text: string) => boolean): Witness {
  let found: string | undefined;
  let isCertain = true;
  const isComplete = search[way]((state) => {
    const isAccepted = search.isAccepted(state);
    if (isAccepted === false) return false;
    const text = search.textOf(state);
    const isFound = isAccepted === true || isRight(text);
    if (isFound) found = text;
    else isCertain = false;
    return isFound;
  });
  if (found !== undefined) return { text: found };
  return isComplete && isCertain ? "none" : "unknown";
}

export interface TextBounds {
  /** Precedes all texts, or is the first text itself. */
  readonly least: TextBound;
  /** All other texts begin with it or precede it. When it is a text of the set, no other text begins with it. */
  readonly greatest: TextBound;
}

interface TextBound {
  readonly text: string;
  readonly isReached: boolean;
}

/** Longer bounds are cut, because the least text that ends with `b` would be infinite: `aaa…b`. */
const longestBound = 64;

/**
 * Returns the bounds of the texts that all automata accept or reject as wanted; undefined when there are none, or
 * they are unknown.
 */
export function boundsOf(
  wanted: readonly Wanted[],
  mostEffort = usualEffort,
): TextBounds | undefined {
  const search = new Search(wanted, mostEffort, true);
  if (!search.run(() => false)) return undefined;
  const ways = search.waysOn();
  if (ways === undefined) return undefined;
  const bound = (isLeast: boolean): TextBound => {
    const characters: number[] = [];
    for (let state = 0; ;) {
      const isAccepted = search.isAccepted(state);
      const next = ways[state]?.reduce<Way | undefined>((best, way) => {
        if (best === undefined) return way;
        return (isLeast ? way.first < best.first : way.last > best.last) ? way : best;
      }, undefined);
      const isEnd = isLeast ? isAccepted !== false : next === undefined;
      if (isEnd || next === undefined || characters.length === longestBound) {
        const text = textOfCharacters(characters);
        return { text, isReached: isEnd && isAccepted === true };
      }
      characters.push(isLeast ? next.first : next.last);
      state = next.to;
    }
  };
  return { least: bound(true), greatest: bound(false) };
}

interface Way {
  readonly first: number;
  readonly last: number;
  readonly to: number;
}

/** The state of an automaton from which every continuation is as wanted. */
const settled = -1;

/** Runs several automata in parallel (product construction) over all texts. */
class Search {
  readonly #wanted: readonly Wanted[];
  readonly #mostEffort: number;
  readonly #classes: readonly JointClass[];
  /** For each search state, the states of all automata in sequence. */
  readonly #own: number[] = [];
  readonly #parents: number[] = [];
  readonly #through: number[] = [];
  readonly #seen: readonly Set<number>[];
  #table = new Int32Array(64).fill(-1);
  /** The steps as consecutive triples of source, class and target; undefined when not recorded. */
  readonly #steps: number[] | undefined;
  #count = 0;
  #effort = 0;

  constructor(wanted: readonly Wanted[], mostEffort: number, keepsSteps = false) {
    this.#wanted = wanted;
    this.#steps = keepsSteps ? [] : undefined;
    this.#mostEffort = mostEffort;
    this.#classes = jointClasses(wanted.map(({ automaton }) => automaton.alphabet));
    this.#seen = wanted.map(() => new Set());
    spend(this.#classes.length * wanted.length);
  }

  #spend(effort: number): void {
    this.#effort += effort;
    spend(effort);
  }

  /**
   * Visits all states in the order of the shortest texts that lead to them.
   *
   * @param isEnough - called for each state; true ends the search
   * @returns true when all states were visited
   */
  run(isEnough: (state: number) => boolean): boolean {
    const { length } = this.#wanted;
    const own = this.#wanted.map(() => 0);
    if (!this.#settle(own)) return true;
    if (isEnough(this.#placed(own, -1, -1))) return false;
    for (let state = 0; state < this.#count; state++) {
      for (let through = 0; through < this.#classes.length; through++) {
        lookAtTime();
        this.#spend(length);
        if (this.#effort > this.#mostEffort) return false;
        if (!this.#step(state, through, own)) continue;
        const known = this.#count;
        const next = this.#placed(own, state, through);
        this.#steps?.push(state, through, next);
        if (next === known && isEnough(next)) return false;
      }
    }
    return true;
  }

  /** Visits the states depth-first, which reaches long texts early. */
  dive(isEnough: (state: number) => boolean): boolean {
    const own = this.#wanted.map(() => 0);
    if (!this.#settle(own)) return true;
    if (isEnough(this.#placed(own, -1, -1))) return false;
    const path = [{ state: 0, through: 0 }];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { state, through } = at;
      at.through += 1;
      lookAtTime();
      this.#spend(own.length);
      if (this.#effort > this.#mostEffort) return false;
      if (through === this.#classes.length) path.pop();
      else if (this.#step(state, through, own)) {
        const known = this.#count;
        const next = this.#placed(own, state, through);
        if (next < known) continue;
        if (isEnough(next)) return false;
        path.push({ state: next, through: 0 });
      }
    }
    return true;
  }

  /** True when all automata are as wanted in a state; undefined when one of them cannot decide. */
  isAccepted(state: number): boolean | undefined {
    const { length } = this.#wanted;
    let isCertain = true;
    for (let index = 0; index < length; index++) {
      const own = this.#own[state * length + index] ?? 0;
      if (own === settled) continue;
      const { automaton, holds } = this.#wanted[index] as Wanted;
      const accepts = automaton.accepts(own);
      if (accepts === !holds) return false;
      if (accepts === undefined) isCertain = false;
    }
    return isCertain || undefined;
  }

  /** For each state, the ways to wanted texts, after all states have been visited; undefined when there are none. */
  waysOn(): readonly (readonly Way[])[] | undefined {
    const from = Array.from({ length: this.#count }, (): number[] => []);
    const steps = this.#steps ?? [];
    for (let step = 0; step < steps.length; step += 3) from[steps[step + 2] ?? 0]?.push(step);
    const ways = from.map((): Way[] => []);
    const left = [...from.keys()].filter((state) => this.isAccepted(state) !== false);
    if (left.length === 0) return undefined;
    const seen = new Set(left);
    for (let to = left.pop(); to !== undefined; to = left.pop()) {
      for (const step of from[to] ?? []) {
        const [state = 0, through = 0] = steps.slice(step, step + 2);
        const { first = 0, last = 0 } = this.#classes[through] ?? {};
        ways[state]?.push({ first, last, to });
        if (seen.has(state)) continue;
        seen.add(state);
        left.push(state);
      }
    }
    return ways;
  }

  shortestOfSizes(sizes: Intervals, isRight: (text: string) => boolean): Witness {
    const next = this.#nextStates();
    const ends = sizes.list.flatMap(({ low, high }) => [Number(low), Number(high)]);
    const last = Math.max(0, ...ends.filter((end) => Number.isFinite(end)));
    // After the last end all sizes are alike: ways that go on for longer than there are states turn in circles.
    const longest = sizes.includes(last + 1) ? last + 1 + this.#count : last;
    // The states that texts of a size lead to, as pairs: by which of the steps, and from which place before.
    let level = [0];
    const through = [-1];
    const before = [-1];
    let isCertain = true;
    for (let size = 0; size <= longest && level.length > 0; size++) {
      const first = through.length - level.length;
      for (const [index, state] of sizes.includes(size) ? level.entries() : []) {
        const isAccepted = this.isAccepted(state);
        if (isAccepted === false) continue;
        const characters: number[] = [];
        for (let at = first + index; at > 0; at = before[at] ?? 0) {
          characters.push(this.#classes[through[at] ?? 0]?.sample ?? 0);
        }
        const text = textOfCharacters(characters.toReversed());
        if (isAccepted === true || isRight(text)) return { text };
        isCertain = false;
      }
      const seen = new Set<number>();
      for (const [index, state] of level.entries()) {
        lookAtTime();
        for (const [to, one] of next[state] ?? []) {
          if (seen.has(to)) continue;
          seen.add(to);
          through.push(one);
          before.push(first + index);
        }
        this.#spend(1 + (next[state]?.size ?? 0));
      }
      if (this.#effort > 2 * this.#mostEffort) return "unknown";
      level = [...seen];
    }
    return isCertain ? "none" : "unknown";
  }

  #nextStates(): readonly ReadonlyMap<number, number>[] {
    const next = Array.from({ length: this.#count }, () => new Map<number, number>());
    const steps = this.#steps ?? [];
    for (let step = 0; step < steps.length; step += 3) {
      const [from = 0, through = 0, to = 0] = steps.slice(step, step + 3);
      if (next[from]?.has(to) === false) next[from]?.set(to, through);
    }
    return next;
  }

  textOf(state: number): string {
    const characters: number[] = [];
    for (let at = state; at > 0; at = this.#parents[at] ?? 0) {
      characters.push(this.#classes[this.#through[at] ?? 0]?.sample ?? 0);
    }
    return textOfCharacters(characters.toReversed());
  }

  /** Returns false when no continuation can be as wanted. */
  #step(state: number, through: number, next: number[]): boolean {
    const { length } = this.#wanted;
    const { classes } = this.#classes[through] as JointClass;
    for (let index = 0; index < length; index++) {
      const own = this.#own[state * length + index] ?? 0;
      const { automaton } = this.#wanted[index] as Wanted;
      next[index] = own === settled ? own : automaton.step(own, classes[index] ?? 0);
    }
    return this.#settle(next);
  }

  #settle(own: number[]): boolean {
    for (let index = 0; index < own.length; index++) {
      const state = own[index] ?? 0;
      if (state === settled) continue;
      const { automaton, holds } = this.#wanted[index] as Wanted;
      const outcome = automaton.settled(state);
      if (outcome === !holds) return false;
      if (outcome === holds) own[index] = settled;
    }
    return true;
  }

  #placed(own: readonly number[], parent: number, through: number): number {
    const place = this.#placeOf(own);
    const known = this.#table[place] ?? -1;
    if (known >= 0) return known;
    const state = this.#count++;
    this.#table[place] = state;
    this.#parents.push(parent);
    this.#through.push(through);
    for (let index = 0; index < own.length; index++) {
      const one = own[index] ?? 0;
      this.#own.push(one);
      const seen = this.#seen[index] as Set<number>;
      if (one === settled || seen.has(one)) continue;
      seen.add(one);
      this.#spend(this.#wanted[index]?.automaton.effort(one) ?? 0);
    }
    if (this.#count * 2 > this.#table.length) this.#grow();
    return state;
  }

  #placeOf(own: readonly number[]): number {
    let hash = 0;
    for (const one of own) hash = Math.imul(hash ^ one, 0x9e3779b1) + (hash >>> 15);
    const mask = this.#table.length - 1;
    let place = (hash ^ (hash >>> 16)) & mask;
    for (;;) {
      const state = this.#table[place] ?? -1;
      if (state < 0 || this.#isState(state, own)) return place;
      place = (place + 1) & mask;
    }
  }

  #isState(state: number, own: readonly number[]): boolean {
    const { length } = own;
    for (let index = 0; index < length; index++) {
      if (this.#own[state * length + index] !== own[index]) return false;
    }
    return true;
  }

  #grow(): void {
    this.#table = new Int32Array(this.#table.length * 2).fill(-1);
    const { length } = this.#wanted;
    for (let state = 0; state < this.#count; state++) {
      const own = this.#own.slice(state * length, (state + 1) * length);
      this.#table[this.#placeOf(own)] = state;
    }
  }
}

function textOfCharacters(characters: readonly number[]): string {
  return characters.map((character) => String.fromCodePoint(character)).join("");
}

interface JointClass {
  readonly classes: readonly number[];
  readonly first: number;
  last: number;
  sample: number;
  rank: number;
}

const ranks = new Map(
  Array.from(
    "xabcdefghijklmnopqrstuvwyz1234567890/-_.~ABCDEFGHIJKLMNOPQRSTUVWXYZ !\"#$%&'()*+,:;<=>?@[\\]^`{|}",
    (character, rank) => [character.codePointAt(0) ?? 0, rank] as const,
  ),
);

const [firstPrinted, printedRank, otherRank] = [0xa1, 100, 101];

const [firstSurrogate, afterSurrogates] = [0xd800, 0xe000];

function jointClasses(alphabets: readonly Alphabet[]): JointClass[] {
  const starts = alphabets.flatMap((alphabet) => alphabet.starts);
  starts.push(0, firstPrinted, firstSurrogate, afterSurrogates, lastCharacter + 1);
  starts.sort((one, other) => one - other);
  const places = alphabets.map(() => 0);
  // A number for the classes in the first alphabets, for each class in the next one.
  const tables = alphabets.map(() => new Map<number, number>());
  const found: JointClass[] = [];
  for (let index = 0; index + 1 < starts.length; index++) {
    const [start = 0, end = 0] = [starts[index], starts[index + 1]];
    // Half of a surrogate pair is no character.
    if (start === end || (start >= firstSurrogate && start < afterSurrogates)) continue;
    let number = 0;
    for (const [own, alphabet] of alphabets.entries()) {
      let place = places[own] ?? 0;
      while ((alphabet.starts[place + 1] ?? Infinity) <= start) place += 1;
      places[own] = place;
      const table = tables[own] as Map<number, number>;
      const key = number * alphabet.size + (alphabet.classes[place] ?? 0);
      const known = table.get(key);
      number = known ?? table.size;
      if (known === undefined) table.set(key, number);
    }
    const [sample, rank] = plainest(start, end);
    const known = found[number];
    if (known === undefined) {
      const classes = alphabets.map((alphabet, own) => alphabet.classes[places[own] ?? 0] ?? 0);
      found[number] = { classes, first: start, last: end - 1, sample, rank };
    } else {
      known.last = end - 1;
      if (rank < known.rank) Object.assign(known, { sample, rank });
    }
  }
  return found.toSorted((one, other) => one.rank - other.rank);
}

function plainest(start: number, end: number): readonly [character: number, rank: number] {
  let [best, bestRank] = [start, start < firstPrinted ? otherRank : printedRank];
  for (let character = start; character < end && character < 128; character++) {
    const rank = ranks.get(character) ?? otherRank;
    if (rank < bestRank) [best, bestRank] = [character, rank];
  }
  return [best, bestRank];
}
