interface Identified {
  readonly id: string;
}

export interface Page<T> {
  /** Newest first. */
  readonly items: readonly T[];
  readonly more: boolean;
}

export class Collection<T extends Identified> {
  #items: Map<string, { readonly number: number; readonly item: T }>;
  /** The numbers of deleted items. A page that ended with a deleted item can still be continued. */
  readonly #deleted: Map<string, number>;
  #lastNumber: number;

  constructor(items: Iterable<T> = []) {
    this.#items = new Map();
    this.#deleted = new Map();
    this.#lastNumber = 0;
    for (const item of items) this.add(item);
  }

  /** Copies the collection. Later changes to either copy do not affect the other. */
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

  *values(): Generator<T> {
    for (const { item } of this.#items.values()) yield item;
  }

  add(item: T): void {
    this.#lastNumber += 1;
    this.#items.set(item.id, { number: this.#lastNumber, item });
  }

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
   * Returns the newest items, or those older than an item that is or was in the collection.
   *
   * @returns undefined when `beforeId` was never in the collection
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
