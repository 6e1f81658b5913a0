import type { Span } from "../span.ts";
import type { PlacedMember, PlacedValue } from "./placed-value.ts";

type Entry = string | number | PlacedValue;

/** How many parts of the list one member has. */
const width = 4;

/** Above this many members they are found by a table, and not one after the other. */
const fewest = 16;

/**
 * The members of an object with their places, by name, in the order of the text. A large document
 * has hundreds of thousands of them, and a Map of objects takes three times the memory of one list.
 */
export class PlacedMembers {
  /** Of each member the name, the start and end of the key, and the value. */
  #entries: Entry[] = [];
  #table: Map<string, number> | undefined;

  /** Puts a member after the others, or in the place of the one of the same name. */
  set(name: string, key: Span, node: PlacedValue): void {
    const found = this.#find(name);
    if (found !== undefined) {
      this.#entries.splice(found, width, name, key.start, key.end, node);
      return;
    }
    this.#table?.set(name, this.#entries.length);
    // A list that grows keeps room for many more, and most objects have few members.
    if (this.#table === undefined) {
      this.#entries = [...this.#entries, name, key.start, key.end, node];
    } else this.#entries.push(name, key.start, key.end, node);
  }

  /** The member of a name. */
  get(name: string): PlacedMember | undefined {
    const found = this.#find(name);
    return found === undefined ? undefined : this.#at(found);
  }

  /** The names of the members. */
  names(): string[] {
    return this.#entries.filter((_entry, index) => index % width === 0) as string[];
  }

  *[Symbol.iterator](): Generator<readonly [name: string, member: PlacedMember]> {
    for (let index = 0; index < this.#entries.length; index += width) {
      yield [this.#entries[index] as string, this.#at(index)];
    }
  }

  #find(name: string): number | undefined {
    if (this.#entries.length <= fewest * width) {
      for (let index = 0; index < this.#entries.length; index += width) {
        if (this.#entries[index] === name) return index;
      }
      return undefined;
    }
    this.#table ??= new Map(this.names().map((known, position) => [known, position * width]));
    return this.#table.get(name);
  }

  #at(index: number): PlacedMember {
    const [, start, end, node] = this.#entries.slice(index, index + width);
    return { key: { start: start as number, end: end as number }, node: node as PlacedValue };
  }
}
