import { Alphabet } from "./alphabet.ts";
import { dead, type Automaton } from "./automaton.ts";
import {
  roundedRanges,
  wholeRanges,
  type Decimal,
  type DecimalRange,
  type DecimalRanges,
  type End,
} from "./decimals.ts";
import { Intervals } from "./intervals.ts";

type NumberType = "int" | "uint" | "double";

/**
 * Accepts the texts that a conversion parses as a number from a set.
 *
 * @param isNaN - true when NaN is accepted too
 */
export function numberAutomaton(type: NumberType, numbers: Intervals, isNaN: boolean): Automaton {
  return new NumberAutomaton(type, numbers, isNaN);
}

const ranges = {
  int: Intervals.between(-(2n ** 63n), 2n ** 63n - 1n),
  uint: Intervals.between(0n, 2n ** 64n - 1n),
  double: Intervals.all,
};

interface State {
  readonly at:
    | "start"
    | "sign"
    | "whole"
    | "point"
    | "fraction"
    | "word"
    | "e"
    | "sign of exponent"
    | "exponent";
  readonly isNegative: boolean;
  /** The number of digits read in this part, without leading zeros. */
  readonly count: number;
  /** For each bound, compares the digits read so far with as many of its digits: below 0, 0 or above. */
  readonly order: readonly number[];
  readonly word: string;
}

const words: readonly string[] = ["nan", "inf", "infinity"];

class NumberAutomaton implements Automaton {
  readonly alphabet = Alphabet.of(
    [..."0123456789+-.", "Ee", "Nn", "Aa", "Ii", "Ff", "Tt", "Yy"].map((characters) =>
      Array.from(characters, (character) => character.charCodeAt(0)).flatMap((one) => [one, one]),
    ),
  );
  readonly #type: NumberType;
  readonly #numbers: Intervals;
  readonly #isNaN: boolean;
  readonly #ranges: DecimalRanges;
  readonly #bounds: {
    readonly positive: readonly Decimal[];
    readonly negative: readonly Decimal[];
  };
  readonly #states: State[] = [];
  readonly #known = new Map<string, number>();
  readonly #next: number[][] = [];

  constructor(type: NumberType, numbers: Intervals, isNaN: boolean) {
    this.#type = type;
    this.#numbers = numbers;
    this.#isNaN = isNaN;
    const possible = numbers.and(ranges[type]);
    this.#ranges = type === "double" ? roundedRanges(possible) : wholeRanges(possible);
    const { positive, negative } = this.#ranges;
    this.#bounds = { positive: boundsOf(positive), negative: boundsOf(negative) };
    this.#add({ at: "start", isNegative: false, count: 0, order: [], word: "" });
  }

  step(state: number, characters: number): number {
    const next = this.#next[state];
    const from = this.#states[state];
    if (next === undefined || from === undefined) return dead;
    const known = next[characters];
    if (known !== undefined) return known;
    const character = String.fromCodePoint(this.alphabet.samples[characters] ?? 0).toLowerCase();
    const after = this.#after(from, character);
    return (next[characters] = after === undefined ? dead : this.#add(after));
  }

  accepts(number: number): boolean | undefined {
    const state = this.#states[number];
    switch (state?.at) {
      case "whole":
        return this.#includes(this.#atFraction(state));
      case "fraction":
        return this.#includes(state);
      case "word":
        return this.#acceptsWord(state);
      case "exponent":
        return this.#rangesOf(state).length === 0 ? false : undefined;
      default:
        return false;
    }
  }

  settled(number: number): boolean | undefined {
    if (number === dead) return false;
    const state = this.#states[number];
    // A whole number that is beyond all bounds only grows.
    const isBeyond =
      this.#type !== "double" && state?.at === "whole" && state.order.every((order) => order > 0);
    return isBeyond && state.count > this.#mostDigits(state) && !this.#includes(state)
      ? false
      : undefined;
  }

  effort(): number {
    return this.alphabet.size * (1 + this.#bounds.positive.length + this.#bounds.negative.length);
  }

  #add(state: State): number {
    const { at, isNegative, count, order, word } = state;
    const key = `${at} ${isNegative} ${count} ${order.join()} ${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#states.push(state) - 1;
    this.#next.push([]);
    this.#known.set(key, number);
    return number;
  }

  #after(state: State, character: string): State | undefined {
    const { at, isNegative } = state;
    const isDigit = character >= "0" && character <= "9";
    const isSign = (character === "-" || character === "+") && this.#type !== "uint";
    switch (at) {
      case "start":
        if (isSign) return { ...state, at: "sign", isNegative: character === "-" };
        return this.#begun(state, character);
      case "sign":
        return character === "n" ? undefined : this.#begun(state, character);
      case "whole":
        if (isDigit) return this.#withDigit(state, character);
        if (this.#type !== "double") return undefined;
        if (character === ".") return this.#atFraction(state);
        return character === "e" ? plain("e", isNegative) : undefined;
      case "point":
        return isDigit ? this.#withFraction({ ...state, at: "fraction" }, character) : undefined;
      case "fraction":
        if (isDigit) return this.#withFraction(state, character);
        return character === "e" ? plain("e", isNegative) : undefined;
      case "word": {
        const word = state.word + character;
        return words.some((one) => one.startsWith(word)) ? { ...state, word } : undefined;
      }
      case "e":
        if (character === "-" || character === "+") return { ...state, at: "sign of exponent" };
        return isDigit ? { ...state, at: "exponent" } : undefined;
      case "sign of exponent":
      case "exponent":
        return isDigit ? { ...state, at: "exponent" } : undefined;
    }
  }

  #begun(state: State, character: string): State | undefined {
    const order = this.#boundsOf(state).map(() => 0);
    if (character >= "0" && character <= "9") {
      return this.#withDigit({ ...state, at: "whole", order }, character);
    }
    if (this.#type !== "double") return undefined;
    if (character === ".") return { ...this.#atFraction({ ...state, order }), at: "point" };
    return character === "n" || character === "i"
      ? { ...state, at: "word", word: character }
      : undefined;
  }

  #withDigit(state: State, digit: string): State {
    const { count } = state;
    if (count === 0 && digit === "0") return state;
    const bounds = this.#boundsOf(state);
    return {
      ...state,
      // Numbers that have more digits than all bounds are the same.
      count: Math.min(count + 1, this.#mostDigits(state) + 1),
      order: state.order.map((order, index) => {
        const { whole = "" } = bounds[index] ?? {};
        return count >= whole.length ? 1 : order || compare(digit, whole.charAt(count));
      }),
    };
  }

  #mostDigits(state: State): number {
    return this.#boundsOf(state).reduce((most, { whole }) => Math.max(most, whole.length), 0);
  }

  #atFraction(state: State): State {
    const bounds = this.#boundsOf(state);
    const order = state.order.map((one, index) =>
      state.count < (bounds[index]?.whole.length ?? 0) ? -1 : one,
    );
    return { ...state, at: "fraction", count: 0, order };
  }

  #withFraction(state: State, digit: string): State {
    const bounds = this.#boundsOf(state);
    const most = bounds.reduce((size, { fraction }) => Math.max(size, fraction.length), 0);
    return {
      ...state,
      count: Math.min(state.count + 1, most),
      order: state.order.map((order, index) => {
        const { fraction = "" } = bounds[index] ?? {};
        return order || compare(digit, fraction.charAt(state.count) || "0");
      }),
    };
  }

  #boundsOf({ isNegative }: State): readonly Decimal[] {
    return isNegative ? this.#bounds.negative : this.#bounds.positive;
  }

  #rangesOf({ isNegative }: State): readonly DecimalRange[] {
    return isNegative ? this.#ranges.negative : this.#ranges.positive;
  }

  #includes(state: State): boolean {
    const bounds = this.#boundsOf(state);
    const orderTo = ({ decimal }: End): number => {
      const order = state.order[bounds.indexOf(decimal)] ?? 0;
      // The digits that are left of the bound are not all zeros.
      return order || (state.count < decimal.fraction.length ? -1 : 0);
    };
    return this.#rangesOf(state).some(({ low, high }) => {
      const [toLow, toHigh] = [low ? orderTo(low) : 1, high ? orderTo(high) : -1];
      return (
        (toLow > 0 || (toLow === 0 && low?.isIncluded === true)) &&
        (toHigh < 0 || (toHigh === 0 && high?.isIncluded === true))
      );
    });
  }

  #acceptsWord({ word, isNegative }: State): boolean {
    if (word === "nan") return this.#isNaN;
    return words.includes(word) && this.#numbers.includes(isNegative ? -Infinity : Infinity);
  }
}

function plain(at: State["at"], isNegative: boolean): State {
  return { at, isNegative, count: 0, order: [], word: "" };
}

function boundsOf(some: readonly DecimalRange[]): readonly Decimal[] {
  return some.flatMap(({ low, high }) => [low, high].flatMap((end) => (end ? [end.decimal] : [])));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
