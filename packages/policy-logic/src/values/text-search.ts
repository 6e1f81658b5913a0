import { lastCharacter, type Alphabet } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";

/** An automaton, and whether texts that it accepts are looked for or the others. */
export interface Wanted {
  readonly automaton: Automaton;
  readonly holds: boolean;
}

/** What is known about texts that several automata want, or do not want. */
export type Witness = { readonly text: string } | "none" | "unknown";

/** How much work a search may take; a unit is about a step of an automaton. */
const usualEffort = 500_000;

/**
 * The shortest text that all of the automata are as wanted with, of plain characters if it can be: the
 * automata read all texts at once, level by level.
 *
 * @param isRight - says the same of one text, for automata that do not know
 */
export function shortestText(
  wanted: readonly Wanted[],
  isRight: (text: string) => boolean,
  mostEffort = usualEffort,
): Witness {
  const search = new Search(wanted, mostEffort);
  let isCertain = true;
  for (const state of search.states()) {
    const isAccepted = search.isAccepted(state);
    if (isAccepted === false) continue;
    const text = search.textOf(state);
    if (isAccepted || isRight(text)) return { text };
    isCertain = false;
  }
  return search.isComplete && isCertain ? "none" : "unknown";
}

/** A state of an automaton from which on all that follows is as wanted. */
const settled = -2;

/** The states of some automata that one text leads to, for all texts. */
class Search {
  readonly #wanted: readonly Wanted[];
  readonly #first: readonly number[];
  readonly #mostEffort: number;
  readonly #characters: readonly JointClass[];
  /** The states of all automata, one after the other, for each state of the search. */
  readonly #tuples: number[] = [];
  readonly #parents: number[] = [];
  /** The class through which a state was come to first. */
  readonly #through: number[] = [];
  readonly #table = new Map<number, number | number[]>();
  readonly #seen: Set<number>[];
  #count = 0;
  #effort = 0;
  /** Whether there are no more states than those that were gone through. */
  isComplete = false;

  constructor(
    wanted: readonly Wanted[],
    mostEffort: number,
    characters = jointClasses(wanted.map(({ automaton }) => automaton.alphabet)),
    first: readonly number[] = wanted.map(() => 0),
  ) {
    this.#first = first;
    this.#wanted = wanted;
    this.#mostEffort = mostEffort;
    this.#characters = characters;
    this.#seen = wanted.map(() => new Set());
  }

  /** All states, in the order of the shortest texts that lead to them. */
  *states(): Generator<number> {
    const { length } = this.#wanted;
    const first = [...this.#first];
    if (!settle(first, this.#wanted)) {
      this.isComplete = true;
      return;
    }
    yield* this.#add(first, -1, -1);
    const after = this.#wanted.map(() => 0);
    for (let state = 0; state < this.#count; state++) {
      for (const [through, { classes }] of this.#characters.entries()) {
        this.#effort += length;
        if (this.#effort > this.#mostEffort) return;
        const isPossible = this.#step(state, classes, after);
        if (isPossible) yield* this.#add(after, state, through);
      }
    }
    this.isComplete = true;
  }

  /** Whether all automata are as wanted in a state; undefined when one does not know. */
  isAccepted(state: number): boolean | undefined {
    const { length } = this.#wanted;
    return accepts(this.#tuples.slice(state * length, (state + 1) * length), this.#wanted);
  }

  /** The shortest text that leads to a state. */
  textOf(state: number): string {
    const characters: string[] = [];
    for (let at = state; at > 0; at = this.#parents[at] ?? 0) {
      const { sample = 0 } = this.#characters[this.#through[at] ?? 0] ?? {};
      characters.push(String.fromCodePoint(sample));
    }
    return characters.toReversed().join("");
  }

  /** False when no text that goes on from there can be as wanted. */
  #step(state: number, classes: readonly number[], after: number[]): boolean {
    const { length } = this.#wanted;
    for (let index = 0; index < length; index++) {
      const own = this.#tuples[state * length + index] ?? 0;
      const { automaton } = this.#wanted[index] as Wanted;
      after[index] = own === settled ? own : automaton.step(own, classes[index] ?? 0);
    }
    return settle(after, this.#wanted);
  }

  *#add(tuple: readonly number[], parent: number, through: number): Generator<number> {
    let hash = 0;
    for (const own of tuple) hash = (Math.imul(hash, 0x9e3779b1) + own) | 0;
    const known = this.#table.get(hash);
    const alike = known === undefined ? [] : typeof known === "number" ? [known] : known;
    if (alike.some((state) => this.#isTuple(state, tuple))) return;
    const state = this.#count++;
    for (const [index, own] of tuple.entries()) {
      this.#tuples.push(own);
      const seen = this.#seen[index];
      if (own === settled || seen === undefined || seen.has(own)) continue;
      seen.add(own);
      this.#effort += this.#wanted[index]?.automaton.effort(own) ?? 1;
    }
    this.#parents.push(parent);
    this.#through.push(through);
    this.#table.set(hash, known === undefined ? state : [...alike, state]);
    yield state;
  }

  #isTuple(state: number, tuple: readonly number[]): boolean {
    const { length } = tuple;
    for (let index = 0; index < length; index++) {
      if (this.#tuples[state * length + index] !== tuple[index]) return false;
    }
    return true;
  }
}

/** Takes note of the automata that are as wanted whatever follows; false when one cannot be. */
function settle(tuple: number[], wanted: readonly Wanted[]): boolean {
  for (const [index, { automaton, holds }] of wanted.entries()) {
    const own = tuple[index] ?? 0;
    if (own === settled) continue;
    const outcome = automaton.settled(own);
    if (outcome === !holds) return false;
    if (outcome === holds) tuple[index] = settled;
  }
  return true;
}

function accepts(tuple: readonly number[], wanted: readonly Wanted[]): boolean | undefined {
  let isCertain = true;
  for (const [index, { automaton, holds }] of wanted.entries()) {
    const own = tuple[index] ?? 0;
    if (own === settled) continue;
    const isAccepted = automaton.accepts(own);
    if (isAccepted === !holds) return false;
    if (isAccepted === undefined) isCertain = false;
  }
  return isCertain || undefined;
}

/** What all of some texts are not before. */
export interface TextBound {
  readonly text: string;
  /** Whether it is certainly one of them. */
  readonly isMember: boolean;
}

const longestBound = 64;

/**
 * The first of the texts that all of the automata are as wanted with, or what they all come after: of `b`,
 * `ab`, `aab` and so on, each has another one before it.
 */
export function firstText(wanted: readonly Wanted[], mostEffort = usualEffort): TextBound {
  const characters = jointClasses(wanted.map(({ automaton }) => automaton.alphabet)).toSorted(
    (one, other) => one.first - other.first,
  );
  let tuple = wanted.map(() => 0);
  let text = "";
  if (!settle(tuple, wanted)) return { text, isMember: false };
  while (text.length < longestBound && accepts(tuple, wanted) === false) {
    const next = characters.find(({ classes }) => mayGoOn(stepped(tuple, classes)));
    if (next === undefined) break;
    text += String.fromCodePoint(next.first);
    tuple = stepped(tuple, next.classes);
    settle(tuple, wanted);
  }
  return { text, isMember: accepts(tuple, wanted) === true };

  function stepped(before: readonly number[], classes: readonly number[]): number[] {
    return before.map((own, index) => {
      if (own === settled) return own;
      return wanted[index]?.automaton.step(own, classes[index] ?? 0) ?? own;
    });
  }

  function mayGoOn(from: readonly number[]): boolean {
    const search = new Search(wanted, mostEffort, characters, from);
    for (const state of search.states()) if (search.isAccepted(state) !== false) return true;
    return !search.isComplete;
  }
}

/** Characters that each of some automata treats alike. */
interface JointClass {
  /** Their class in the alphabet of each automaton. */
  readonly classes: readonly number[];
  readonly sample: number;
  readonly first: number;
}

const plain = Array.from(
  "xabcdefghijklmnopqrstuvwyz0123456789/-_.~ABCDEFGHIJKLMNOPQRSTUVWXYZ !\"#$%&'()*+,:;<=>?@[\\]^`{|}",
  (character) => character.codePointAt(0) ?? 0,
);

const [firstSurrogate, afterSurrogates, firstPrintable] = [0xd800, 0xe000, 0xa1];

/** The classes of several alphabets at once, those with plain characters first. */
function jointClasses(alphabets: readonly Alphabet[]): JointClass[] {
  const starts = [...new Set(alphabets.flatMap((alphabet) => alphabet.starts))]
    .concat(firstPrintable, firstSurrogate, afterSurrogates, lastCharacter + 1)
    .toSorted((one, other) => one - other);
  const places = alphabets.map(() => 0);
  const found = new Map<
    string,
    { readonly classes: readonly number[]; readonly first: number; sample: number }
  >();
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? 0;
    // Half of a surrogate pair is no character.
    if (end <= start || (start >= firstSurrogate && start < afterSurrogates)) continue;
    const classes = alphabets.map((alphabet, own) => {
      let place = places[own] ?? 0;
      while ((alphabet.starts[place + 1] ?? Infinity) <= start) place += 1;
      places[own] = place;
      return alphabet.classes[place] ?? 0;
    });
    const key = String(classes);
    const known = found.get(key);
    if (known === undefined) found.set(key, { classes, first: start, sample: start });
    else if (known.sample < firstPrintable) known.sample = start;
  }
  const ranked: JointClass[] = [];
  for (const character of plain) {
    const key = String(alphabets.map((alphabet) => alphabet.classOf(character)));
    const known = found.get(key);
    if (known === undefined) continue;
    ranked.push({ ...known, sample: character });
    found.delete(key);
  }
  return [...ranked, ...found.values()];
}
