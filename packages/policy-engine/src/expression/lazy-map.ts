import type { CelInput, CelUint } from "@bufbuild/cel";
import type { Converter, PlainValue } from "./values.ts";

type Key = bigint | string | boolean | CelUint;

/** Plain values by name. */
export type PlainEntries = ReadonlyMap<string, PlainValue> | { readonly [key: string]: PlainValue };

/** A map of plain values that are converted when the evaluator asks for them: mostly for one. */
export class LazyMap implements ReadonlyMap<Key, CelInput> {
  readonly #plain: PlainEntries;
  readonly #converterOf: (key: string) => Converter;

  constructor(plain: PlainEntries, converterOf: (key: string) => Converter) {
    this.#plain = plain;
    this.#converterOf = converterOf;
  }

  get size(): number {
    return this.#plain instanceof Map ? this.#plain.size : Object.keys(this.#plain).length;
  }

  get(key: Key): CelInput | undefined {
    if (typeof key !== "string") return undefined;
    const value = this.#value(key);
    return value === undefined ? undefined : this.#converterOf(key)(value);
  }

  has(key: Key): boolean {
    return typeof key === "string" && this.#value(key) !== undefined;
  }

  *keys(): MapIterator<string> {
    yield* this.#plain instanceof Map ? this.#plain.keys() : Object.keys(this.#plain);
  }

  *entries(): MapIterator<[string, CelInput]> {
    for (const key of this.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  *values(): MapIterator<CelInput> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  #value(key: string): PlainValue | undefined {
    if (this.#plain instanceof Map)
      return (this.#plain as ReadonlyMap<string, PlainValue>).get(key);
    const plain = this.#plain as { readonly [key: string]: PlainValue };
    return Object.hasOwn(plain, key) ? plain[key] : undefined;
  }

  forEach(callback: (value: CelInput, key: Key, map: ReadonlyMap<Key, CelInput>) => void): void {
    for (const [key, value] of this.entries()) callback(value, key, this);
  }
}
