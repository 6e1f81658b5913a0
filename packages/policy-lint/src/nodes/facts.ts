/** What was found out about something, by what finds it out. */
export class Facts {
  readonly #finders: unknown[] = [];
  /** What each of them found, in the same order. */
  readonly #found: unknown[] = [];

  /** What a function finds out; it is called once for each `finder`. */
  once<T>(finder: unknown, find: () => T): T {
    const index = this.#finders.indexOf(finder);
    if (index >= 0) return this.#found[index] as T;
    const found = find();
    this.#finders.push(finder);
    this.#found.push(found);
    return found;
  }
}
