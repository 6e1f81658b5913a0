/**
 * A map that is emptied when it is full: for what was found out once and can be found out again. It
 * keeps no order of use, so that asking it takes no longer than asking a map.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  /** @param most - how many entries it may have */
  constructor(most = 1000) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
