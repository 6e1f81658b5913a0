import {
  BoundedMap,
  compileRegularExpression,
  forgetCompiled,
  getOrAdd,
} from "@traffic-policy/policy-language/internal";
import { addressAutomaton } from "./address-automaton.ts";
import { Alphabet } from "./alphabet.ts";
import { dead, type Automaton } from "./automaton.ts";
import { Intervals } from "./intervals.ts";
import { numberAutomaton } from "./number-automaton.ts";
import { patternAutomaton } from "./pattern-automaton.ts";
import { questionText } from "./question-text.ts";
import type { NumberTest, TextTest } from "./text-test.ts";
import { allTimes } from "./times.ts";
import { UrlPartAutomaton } from "./url-parts.ts";

let known = new WeakMap<TextTest, Automaton>();
const knownByKey = new BoundedMap<string, Automaton>(200);

/**
 * Returns an automaton that accepts exactly the texts for which a test holds, as far as it can decide. Equal tests
 * share an automaton and everything that it has computed.
 */
export function automatonOf(test: TextTest): Automaton {
  return getOrAdd(known, test, () =>
    getOrAdd(knownByKey, questionText(test), () => automatonFor(test)),
  );
}

/** Drops the automaton of a test, which takes too much memory to keep. */
export function forgetAutomaton(test: TextTest): void {
  known.delete(test);
  knownByKey.delete(questionText(test));
}

/** The same for all tests, and for the patterns that they are about. */
export function forgetAutomata(): void {
  known = new WeakMap();
  knownByKey.clear();
  forgetCompiled();
}

function automatonFor(test: TextTest): Automaton {
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
    case "matches":
      return matching(test.pattern);
    case "number":
      return ofNumber(test);
    case "url-part":
      return new UrlPartAutomaton(test, automatonOf(test.test));
    case "lower":
      return inCase(automatonOf(test.test), toLower);
    case "upper":
      return inCase(automatonOf(test.test), toUpper);
    case "affixed":
      return affixed(automatonOf(test.test), test.prefix, test.suffix);
    case "in-ranges":
      return addressAutomaton(test.addresses);
  }
}

function ofNumber({ type, numbers, isNaN }: NumberTest): Automaton {
  if (type !== "timestamp" && type !== "duration") {
    return numberAutomaton(type, numbers, isNaN === true);
  }
  return numbers.and(timeRanges[type]).whole().isEmpty ? oneOf([]) : ofForm(timeForms[type]);
}

function ofForm(pattern: string): Automaton {
  const automaton = matching(pattern);
  return {
    ...delegate(automaton),
    alphabet: automaton.alphabet,
    accepts: (state) => (automaton.accepts(state) === false ? false : undefined),
    settled: (state) => (automaton.settled(state) === false ? false : undefined),
  };
}

const timeForms = {
  timestamp:
    "^[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$",
  duration:
    "^[-+]?(?:0|(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$",
};

export const timeRanges = {
  timestamp: allTimes,
  duration: Intervals.between(-(2n ** 63n), 2n ** 63n - 1n),
};

function inCase(
  automaton: Automaton,
  [first, last, distance]: readonly [number, number, number],
): Automaton {
  const { alphabet } = automaton;
  const isMoved = (character: number): boolean => first <= character && character <= last;
  const moved = alphabet.starts.map((start) => start - distance).filter(isMoved);
  const starts = [...new Set([...alphabet.starts, first, last + 1, ...moved])].toSorted(
    (one, other) => one - other,
  );
  const classes = starts.map((start) =>
    alphabet.classOf(isMoved(start) ? start + distance : start),
  );
  return { ...delegate(automaton), alphabet: new Alphabet(starts, classes) };
}

const toLower = [65, 90, 32] as const;
const toUpper = [97, 122, -32] as const;

function delegate(automaton: Automaton): Omit<Automaton, "alphabet"> {
  return {
    step: (state, characters) => automaton.step(state, characters),
    accepts: (state) => automaton.accepts(state),
    settled: (state) => automaton.settled(state),
    effort: (state) => automaton.effort(state),
  };
}

function affixed(automaton: Automaton, prefix: string, suffix: string): Automaton {
  const go = (from: number, text: string): number => {
    const classes = charactersOf(text).map((character) => automaton.alphabet.classOf(character));
    return classes.reduce((state, characters) => automaton.step(state, characters), from);
  };
  const first = go(0, prefix);
  // The first state is 0.
  const inner = (state: number): number => (state === 0 ? first : state - 1);
  return {
    alphabet: automaton.alphabet,
    step: (state, characters) => automaton.step(inner(state), characters) + 1,
    accepts: (state) => automaton.accepts(go(inner(state), suffix)),
    settled: (state) => automaton.settled(inner(state)),
    effort: (state) => automaton.effort(inner(state)) * (1 + suffix.length),
  };
}

function matching(pattern: string): Automaton {
  const compiled = compileRegularExpression(pattern);
  const program = compiled.ok ? compiled.program : undefined;
  const isKnown = program !== undefined && program.instructions.length <= mostInstructions;
  return isKnown ? patternAutomaton(program) : unknown;
}

/** For larger patterns, even the first steps take long. */
const mostInstructions = 5000;

const unknown: Automaton = {
  alphabet: Alphabet.of([]),
  step: () => 0,
  accepts: () => undefined,
  settled: () => undefined,
  effort: () => 1,
};

type ByCharacter = Pick<Automaton, "step" | "accepts" | "settled">;

/** @param alphabet - the classes within which it does not distinguish characters */
function byCharacter(alphabet: Alphabet, { step, accepts, settled }: ByCharacter): Automaton {
  return {
    alphabet,
    step: (state, characters) => step(state, alphabet.samples[characters] ?? 0),
    accepts,
    settled,
    effort: () => 1,
  };
}

function charactersOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function single(characters: Iterable<number>): Alphabet {
  return Alphabet.of(Array.from(new Set(characters), (character) => [character, character]));
}

/** @param mayGoOn - true when anything may follow the text */
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
  return byCharacter(single(characters), {
    step: (state, character) =>
      mayGoOn && ends.has(state) ? state : (edges[state]?.get(character) ?? dead),
    accepts: (state) => ends.has(state),
    settled: (state) => (state === dead ? false : mayGoOn && ends.has(state) ? true : undefined),
  });
}

/** Finds a text with the Knuth–Morris–Pratt algorithm. */
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
  return byCharacter(single(wanted), {
    step: (state, character) =>
      state === length && (!isAtEnd || length === 0) ? state : next(state, character),
    accepts: (state) => state === length,
    settled: (state) => (state === length && (!isAtEnd || length === 0) ? true : undefined),
  });
}

function inOrder(operator: string, text: string): Automaton {
  const wanted = charactersOf(text);
  const { length } = wanted;
  const [less, greater] = [length + 1, length + 2];
  const isLess = operator.startsWith("<");
  const isEqualIncluded = operator.endsWith("=");
  const cuts = wanted.flatMap((character) => [character, character + 1]);
  return byCharacter(Alphabet.cutAt(cuts), {
    step(state, character) {
      if (state > length) return state;
      const other = wanted[state];
      if (other === undefined || character > other) return greater;
      return character < other ? less : state + 1;
    },
    // A text that ends early comes before.
    accepts: (state) => (state === length ? isEqualIncluded : state === greater ? !isLess : isLess),
    settled: (state) => (state > length ? (state === less) === isLess : undefined),
  });
}

function ofSize(sizes: Intervals): Automaton {
  // Sizes beyond the last end are all the same.
  const ends = sizes.list.flatMap(({ low, high }) => [Number(low), Number(high)]);
  const most = Math.max(0, ...ends.filter((end) => Number.isFinite(end))) + 1;
  return byCharacter(Alphabet.of([]), {
    step: (state) => Math.min(state + 1, most),
    accepts: (state) => sizes.includes(state),
    settled: (state) => (state === most ? sizes.includes(most) : undefined),
  });
}

const countryCode = byCharacter(Alphabet.of([[65, 90]]), {
  step: (state, character) =>
    state >= 0 && state < 2 && character >= 65 && character <= 90 ? state + 1 : dead,
  accepts: (state) => state === 0 || state === 2,
  settled: (state) => (state === dead ? false : undefined),
});
