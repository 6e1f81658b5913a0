import { BoundedMap, type Dialect } from "@traffic-policy/policy-language";
import type { Place } from "./place.ts";

const longest = 5000;

/**
 * Keeps what is known of texts, for each place that they stand in: the same conditions and actions
 * stand in many rules and files. A place with a thousand of them begins anew, and what is very long
 * is not kept.
 */
export class Remembered<T> {
  readonly #make: (text: string, place: Place) => T;
  readonly #known = new WeakMap<Dialect, Map<string, BoundedMap<string, T>>>();

  /** @param make - finds out what is to be known; of nothing but the text and its place */
  constructor(make: (text: string, place: Place) => T) {
    this.#make = make;
  }

  /** @param kind - what the text is, when that matters for what is known of it */
  of(text: string, place: Place, kind = ""): T {
    if (text.length > longest) return this.#make(text, place);
    const known = this.#knownAt(place, kind);
    let facts = known.get(text);
    if (facts === undefined) {
      known.set(text, (facts = this.#make(text, place)));
    }
    return facts;
  }

  #knownAt({ dialect, protocol, direction }: Place, kind: string): BoundedMap<string, T> {
    let places = this.#known.get(dialect);
    if (places === undefined)
      this.#known.set(dialect, (places = new Map<string, BoundedMap<string, T>>()));
    const key = `${kind} ${direction} ${protocol ?? ""}`;
    let known = places.get(key);
    if (known === undefined) places.set(key, (known = new BoundedMap<string, T>()));
    return known;
  }
}
