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

/** The value of a key; the one that is made for it when there is none. */
export function getOrAdd<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: (key: Key) => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make(key)));
  return value;
}
