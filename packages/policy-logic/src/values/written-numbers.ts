import { effortOfReading, spend, withEffort } from "../effort.ts";
import type { Automaton } from "./automaton.ts";
import { Intervals } from "./intervals.ts";
import { automatonOf } from "./text-automata.ts";
import type { TextTest } from "./text-test.ts";

/**
 * Returns the whole numbers whose usual decimal text a test holds for, perhaps with numbers that are not possible;
 * undefined when that is too much to tell.
 *
 * @param possible - the numbers that the texts can be of
 */
export function numbersWritten(test: TextTest, possible: Intervals): Intervals | undefined {
  const [first, last] = [possible.list[0], possible.list.at(-1)];
  if (first === undefined || last === undefined) return Intervals.none;
  if (typeof first.low !== "bigint" || typeof last.high !== "bigint") return undefined;
  const [low, high] = [first.low, last.high];
  return withEffort({ left: effortOfReading }, () => {
    const texts = new DecimalTexts(automatonOf(test));
    const positive = high < 0n ? [] : texts.numbers(digitsOf(high), false);
    const negative = low >= 0n ? [] : texts.numbers(digitsOf(-low), true);
    if (positive === undefined || negative === undefined) return undefined;
    const below = setOf(negative).reversed((end) => -end);
    return below.or(setOf(positive));
  })?.value;
}

function digitsOf(number: bigint): number {
  return String(number).length;
}

type Span = readonly [low: bigint, high: bigint];

function setOf(spans: readonly Span[]): Intervals {
  return Intervals.anyOf(spans.map(([low, high]) => Intervals.between(low, high)));
}

const mostSpans = 2000;

/** Numbers by the states of an automaton that reads their digits. */
class DecimalTexts {
  readonly #automaton: Automaton;
  readonly #known = new Map<string, readonly Span[] | undefined>();

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
  }

  /** The numbers of up to some digits, without leading zeros and without their sign. */
  numbers(mostDigits: number, isNegative: boolean): readonly Span[] | undefined {
    const start = isNegative ? this.#after(0, "-") : 0;
    const found: (readonly Span[] | undefined)[] = [];
    for (let digits = 1; digits <= mostDigits; digits++) {
      const least = digits === 1 && !isNegative ? 0 : 1;
      found.push(this.#with(start, digits, least));
    }
    return joined(found);
  }

  /** @param leastDigit - what the first digit is at least */
  #with(state: number, digits: number, leastDigit = 0): readonly Span[] | undefined {
    const key = `${state} ${digits} ${leastDigit}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const spans = this.#find(state, digits, leastDigit);
    this.#known.set(key, spans);
    return spans;
  }

  #find(state: number, digits: number, leastDigit: number): readonly Span[] | undefined {
    const rest = 10n ** BigInt(Math.max(0, digits - 1));
    const settled = this.#automaton.settled(state);
    const accepted = settled ?? (digits === 0 ? this.#automaton.accepts(state) : "perhaps");
    if (accepted === undefined) return undefined;
    if (accepted === false) return [];
    if (accepted === true) {
      return digits === 0 ? [[0n, 0n]] : [[BigInt(leastDigit) * rest, 10n * rest - 1n]];
    }
    spend(10);
    const found: (readonly Span[] | undefined)[] = [];
    for (let digit = leastDigit; digit <= 9; digit++) {
      const from = BigInt(digit) * rest;
      const inner = this.#with(this.#after(state, String(digit)), digits - 1);
      if (inner === undefined) return undefined;
      spend(inner.length);
      found.push(inner.map(([low, high]): Span => [from + low, from + high]));
    }
    return joined(found);
  }

  #after(state: number, character: string): number {
    const { alphabet } = this.#automaton;
    return this.#automaton.step(state, alphabet.classOf(character.charCodeAt(0)));
  }
}

/** Spans that touch become one; undefined when one is unknown, or there are too many. */
function joined(parts: readonly (readonly Span[] | undefined)[]): readonly Span[] | undefined {
  const all: [low: bigint, high: bigint][] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const [low, high] of part) {
      const last = all.at(-1);
      if (last !== undefined && last[1] + 1n === low) last[1] = high;
      else all.push([low, high]);
    }
  }
  return all.length > mostSpans ? undefined : all;
}
