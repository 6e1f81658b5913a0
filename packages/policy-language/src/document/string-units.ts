import type { Span } from "../text/positions.ts";

/** The UTF-16 units of a string value, each with the range of the text that stands for it. */
export class StringUnits {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #value = "";

  /** The value of the string. */
  get value(): string {
    return this.#value;
  }

  /** Adds units that the text writes as they are. */
  raw(units: string, offset: number): void {
    for (let index = 0; index < units.length; index++) {
      this.#starts.push(offset + index);
      this.#ends.push(offset + index + 1);
    }
    this.#value += units;
  }

  /** Adds units that one range of the text stands for as a whole, such as an escape. */
  as(units: string, { start, end }: Span): void {
    for (let index = 0; index < units.length; index++) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
    this.#value += units;
  }

  /** Adds what line breaks of the text became: each unit stands for one of the last of them. */
  fold(units: string, breaks: readonly Span[]): void {
    for (const [index, unit] of [...units].entries()) {
      const place = breaks.at(index - units.length) ?? breaks.at(-1);
      if (place !== undefined) this.as(unit, place);
    }
  }

  /** The range of the text that a part of the value stands in; nothing for an empty string. */
  range(part: Span): Span | undefined {
    const last = this.#ends.length;
    const before = this.#ends[Math.min(part.end, last) - 1];
    const start = this.#starts[part.start] ?? this.#ends.at(-1);
    if (start === undefined) return undefined;
    return { start, end: part.end > part.start && before !== undefined ? before : start };
  }
}
