/** What was found out about something, by what finds it out. */
export class Facts {
  /** Each of what finds something out, with what it found. */
  readonly #known: unknown[] = [];

  /** What a function finds out; it is called once for each `finder`. */
  once<T>(finder: unknown, find: () => T): T {
    const known = this.#known;
    for (let index = 0; index < known.length; index += 2) {
      if (known[index] === finder) return known[index + 1] as T;
    }
    const value = find();
    known.push(finder, value);
    return value;
  }
}
