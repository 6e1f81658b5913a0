import type { Intervals } from "./intervals.ts";
import type { TextTest } from "./texts.ts";

/** Reads a text character by character and says in the end whether it is as wanted. */
export interface Automaton {
  /** The state after a character; 0 is the first state. */
  step(state: number, character: number): number;
  accepts(state: number): boolean;
  /** Whether every text that goes on from a state is accepted, or none; undefined when it depends. */
  settled(state: number): boolean | undefined;
  /** The characters with which its behaviour may change: between two of them all are the same to it. */
  readonly cuts: Iterable<number>;
}

/** An automaton that accepts exactly the texts for which a test holds; none for other tests yet. */
export function automatonOf(test: TextTest): Automaton | undefined {
  switch (test.kind) {
    case "one-of":
      return oneOf(test.texts);
    case "order":
      return inOrder(test.operator, test.text);
    case "startsWith":
      return oneOf([test.text], true);
    case "endsWith":
      return containing(test.text, true);
    case "contains":
      return containing(test.text, false);
    case "size":
      return ofSize(test.sizes);
    case "country-code":
      return countryCode;
    // Patterns and addresses are tried on texts, and nothing more is concluded from them.
    case "matches":
    case "in-ranges":
      return undefined;
  }
}

const dead = -1;

function charactersOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function cutsOf(characters: Iterable<number>): Set<number> {
  const cuts = new Set<number>();
  for (const character of characters) cuts.add(character).add(character + 1);
  return cuts;
}

/** @param mayGoOn - whether anything may follow one of the texts */
function oneOf(texts: Iterable<string>, mayGoOn = false): Automaton {
  const edges: Map<number, number>[] = [new Map()];
  const ends = new Set<number>();
  const characters = new Set<number>();
  for (const text of texts) {
    let state = 0;
    for (const character of charactersOf(text)) {
      characters.add(character);
      const next: number = edges[state]?.get(character) ?? edges.push(new Map()) - 1;
      edges[state]?.set(character, next);
      state = next;
    }
    ends.add(state);
  }
  return {
    step: (state, character) =>
      mayGoOn && ends.has(state) ? state : (edges[state]?.get(character) ?? dead),
    accepts: (state) => ends.has(state),
    settled: (state) => (state === dead ? false : mayGoOn && ends.has(state) ? true : undefined),
    cuts: cutsOf(characters),
  };
}

/** Looks for a text by the method of Knuth, Morris and Pratt. */
function containing(text: string, isAtEnd: boolean): Automaton {
  const wanted = charactersOf(text);
  const { length } = wanted;
  const fallback = [0];
  for (let index = 1, matched = 0; index < length; index++) {
    while (matched > 0 && wanted[index] !== wanted[matched]) matched = fallback[matched - 1] ?? 0;
    if (wanted[index] === wanted[matched]) matched += 1;
    fallback[index] = matched;
  }
  const next = (state: number, character: number): number => {
    let at = state === length ? (fallback[length - 1] ?? 0) : state;
    while (at > 0 && wanted[at] !== character) at = fallback[at - 1] ?? 0;
    return wanted[at] === character ? at + 1 : 0;
  };
  return {
    step: (state, character) =>
      state === length && (!isAtEnd || length === 0) ? state : next(state, character),
    accepts: (state) => state === length,
    settled: (state) => (state === length && (!isAtEnd || length === 0) ? true : undefined),
    cuts: cutsOf(wanted),
  };
}

/** Compares with a text by code points. */
function inOrder(operator: string, text: string): Automaton {
  const wanted = charactersOf(text);
  const { length } = wanted;
  const [less, greater] = [length + 1, length + 2];
  const isLess = operator.startsWith("<");
  const isEqualIncluded = operator.endsWith("=");
  return {
    step(state, character) {
      if (state > length) return state;
      const other = wanted[state];
      if (other === undefined || character > other) return greater;
      return character < other ? less : state + 1;
    },
    // A text that ends early comes before.
    accepts: (state) => (state === length ? isEqualIncluded : state === greater ? !isLess : isLess),
    settled: (state) => (state > length ? (state === less) === isLess : undefined),
    cuts: cutsOf(wanted),
  };
}

function ofSize(sizes: Intervals): Automaton {
  // Sizes beyond the last end are all the same.
  const ends = sizes.list.flatMap(({ low, high }) => [Number(low), Number(high)]);
  const most = Math.max(0, ...ends.filter((end) => Number.isFinite(end))) + 1;
  return {
    step: (state) => Math.min(state + 1, most),
    accepts: (state) => sizes.includes(state),
    settled: (state) => (state === most ? sizes.includes(most) : undefined),
    cuts: [],
  };
}

/** Two upper case letters, or nothing where the country is not known. */
const countryCode: Automaton = {
  step: (state, character) =>
    state >= 0 && state < 2 && character >= 65 && character <= 90 ? state + 1 : dead,
  accepts: (state) => state === 0 || state === 2,
  settled: (state) => (state === dead ? false : undefined),
  cuts: [65, 91],
};

/** What is known about texts that several automata want, or do not want. */
export type Witness = { readonly text: string } | "none" | "unknown";

const lastCharacter = 0x10ffff;
const usual = Array.from("xabcdefghijklmnopqrstuvwyz0123456789/-_.~ABCDEFGHIJKLMNOPQRSTUVWXYZ ");

/** The shortest text that all of the automata are as wanted with, of usual characters if it can be. */
export function shortestText(
  wanted: readonly { readonly automaton: Automaton; readonly holds: boolean }[],
  mostStates = 3000,
): Witness {
  const alphabet = representatives(wanted.flatMap(({ automaton }) => [...automaton.cuts]));
  const start = wanted.map(() => 0);
  const seen = new Set([start.join()]);
  let level: { readonly states: readonly number[]; readonly text: string }[] = [
    { states: start, text: "" },
  ];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { states, text } of level) {
      const isFound = wanted.every(
        ({ automaton, holds }, index) => automaton.accepts(states[index] ?? 0) === holds,
      );
      if (isFound) return { text };
      if (seen.size > mostStates) return "unknown";
      for (const character of alphabet) {
        const after = wanted.map(({ automaton }, index) =>
          automaton.step(states[index] ?? 0, character),
        );
        const isLost = wanted.some(
          ({ automaton, holds }, index) => automaton.settled(after[index] ?? 0) === !holds,
        );
        const key = after.join();
        if (isLost || seen.has(key)) continue;
        seen.add(key);
        next.push({ states: after, text: text + String.fromCodePoint(character) });
      }
    }
    level = next;
  }
  return "none";
}

/** One character of each kind that automata tell apart, the usual ones first. */
function representatives(cuts: readonly number[]): number[] {
  const borders = [...new Set([0, 0xd800, 0xe000, lastCharacter + 1, ...cuts])].toSorted(
    (one, other) => one - other,
  );
  const likely = usual.map((character) => character.codePointAt(0) ?? 0);
  const ranked: { readonly rank: number; readonly character: number }[] = [];
  for (const [index, first] of borders.entries()) {
    const after = borders[index + 1];
    // Half of a surrogate pair is not a character.
    if (after === undefined || (first >= 0xd800 && first < 0xe000)) continue;
    const rank = likely.findIndex((character) => first <= character && character < after);
    ranked.push({
      rank: rank < 0 ? likely.length : rank,
      character: rank < 0 ? first : (likely[rank] ?? first),
    });
  }
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ character }) => character);
}
