/** Caches values made from parts of a text, as long as each new version of the text uses them. */
export class Remembered<Value> {
  #before = new Map<string, Value>();
  #now = new Map<string, Value>();

  /** Begins another version: what the last one did not use is forgotten. */
  next(): void {
    // One that nobody asked about says nothing about what will be asked.
    if (this.#now.size === 0) return;
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** Returns the cached value of a part, or makes it. */
  of(part: string, make: () => Value): Value {
    const known = this.#now.get(part);
    if (known !== undefined) return known;
    const value = this.#before.get(part) ?? make();
    this.#now.set(part, value);
    return value;
  }
}
