import { childOf, isList, keysInOrder, type JsonValue } from "../../json-value.ts";
import type { EditNode } from "./edit-tree.ts";

/** The members or items of a value, and what becomes of them. */
export class EditedChildren {
  /** How many there are before. */
  readonly size: number;
  /** Those that stay and are edited. */
  readonly kept: readonly EditedChild[];
  /** The members that are added. */
  readonly added: readonly (readonly [key: string, value: JsonValue])[];
  /** The places of those that are removed, in their order. */
  readonly removed: readonly number[];
  readonly #keys: readonly string[] | undefined;

  constructor(value: JsonValue, node: EditNode) {
    this.#keys = isList(value) ? undefined : keysInOrder(value as object);
    this.size = isList(value) ? value.length : (this.#keys?.length ?? 0);
    const places = this.#keys && new Map(this.#keys.map((key, index) => [key, index]));
    const kept: EditedChild[] = [];
    const added: [string, JsonValue][] = [];
    const removed: number[] = [];
    for (const [key, child] of node.children) {
      const below = childOf(value, key);
      const index = places === undefined ? Number(key) : (places.get(key) ?? -1);
      if (below !== undefined && child.isRemoved) removed.push(index);
      else if (below !== undefined) kept.push({ key, index, value: below, node: child });
      else if (child.value !== undefined) added.push([key, child.value]);
    }
    this.kept = kept;
    this.added = added;
    this.removed = removed.toSorted((one, other) => one - other);
  }

  /** Whether none of those that were there before stays. */
  get isEmptied(): boolean {
    return this.removed.length === this.size;
  }

  /** The place of the last one that stays; -1 when none does. */
  get lastKept(): number {
    let index = this.size - 1;
    while (this.removed.at(index - this.size) === index) index -= 1;
    return index;
  }

  /** The runs of removed ones that stand side by side. */
  get removedRuns(): readonly Run[] {
    const runs: { first: number; last: number }[] = [];
    for (const index of this.removed) {
      const run = runs.at(-1);
      if (run?.last === index - 1) run.last = index;
      else runs.push({ first: index, last: index });
    }
    return runs;
  }

  /** The key or index of a child, by its place. */
  keyOf(index: number): string {
    return this.#keys?.[index] ?? String(index);
  }
}

/** A member or an item that is edited. */
export interface EditedChild {
  readonly key: string;
  /** Its place among the others. */
  readonly index: number;
  readonly value: JsonValue;
  readonly node: EditNode;
}

/** Members or items that stand side by side, by the places of the first and the last one. */
export interface Run {
  readonly first: number;
  readonly last: number;
}
