interface Identified {
  readonly id: string;
}

/** One page of a collection. */
export interface Page<T> {
  /** Newest first. */
  readonly items: readonly T[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** Resources of one kind in the order in which they were added. */
export class Collection<T extends Identified> {
  #items: Map<string, { readonly number: number; readonly item: T }>;
  /** The numbers of deleted items: a page that ended with one of them can still be followed. */
  readonly #deleted: Map<string, number>;
  #lastNumber: number;

  constructor(items: Iterable<T> = []) {
    this.#items = new Map();
    this.#deleted = new Map();
    this.#lastNumber = 0;
    for (const item of items) this.add(item);
  }

  /** The same items; changes of one of the two are not seen in the other. */
  copy(): Collection<T> {
    const copy = new Collection<T>();
    copy.#items = new Map(this.#items);
    for (const [id, number] of this.#deleted) copy.#deleted.set(id, number);
    copy.#lastNumber = this.#lastNumber;
    return copy;
  }

  get(id: string): T | undefined {
    return this.#items.get(id)?.item;
  }

  /** All items, oldest first. */
  *values(): Generator<T> {
    for (const { item } of this.#items.values()) yield item;
  }

  /** Adds an item that was not there. */
  add(item: T): void {
    this.#lastNumber += 1;
    this.#items.set(item.id, { number: this.#lastNumber, item });
  }

  /** Puts an item instead of the one with its identifier. */
  replace(item: T): void {
    const before = this.#items.get(item.id);
    if (before !== undefined) this.#items.set(item.id, { ...before, item });
  }

  delete(id: string): void {
    const gone = this.#items.get(id);
    if (gone === undefined) return;
    this.#items.delete(id);
    this.#deleted.set(id, gone.number);
  }

  /**
   * The newest items, or those that are older than one that is or was in the collection.
   *
   * @param shown - whether an item is in the list
   * @returns nothing when `beforeId` was never in it
   */
  page<Shown extends T = T>(
    limit: number,
    beforeId?: string,
    shown: (item: T) => item is Shown = (_item): _item is Shown => true,
  ): Page<Shown> | undefined {
    const before = beforeId === undefined ? Infinity : this.#numberOf(beforeId);
    if (before === undefined) return undefined;
    const older: Shown[] = [];
    for (const { number, item } of this.#items.values()) {
      if (number < before && shown(item)) older.push(item);
    }
    const items = older.slice(-limit).toReversed();
    return { items, more: older.length > items.length };
  }

  #numberOf(id: string): number | undefined {
    return this.#items.get(id)?.number ?? this.#deleted.get(id);
  }
}
