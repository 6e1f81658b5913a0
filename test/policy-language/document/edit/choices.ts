import fc from "fast-check";

/** A sequence of choices that a property test makes, so that a whole text can be made of them. */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number below a bound. */
  below(bound: number): number {
    const number = this.#numbers[this.#next % this.#numbers.length] ?? 0;
    this.#next += 1;
    return number % bound;
  }

  /** Whether something happens that does so once in a number of times. */
  once(times: number): boolean {
    return this.below(times) === 1;
  }

  one<T>(first: T, ...others: readonly T[]): T {
    return others[this.below(others.length + 1) - 1] ?? first;
  }
}

export const choices: fc.Arbitrary<Choices> = fc
  .array(fc.nat(5039), { minLength: 31, maxLength: 211 })
  .map((numbers) => new Choices(numbers));
