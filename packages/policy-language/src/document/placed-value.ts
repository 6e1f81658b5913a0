import type { JsonValue } from "../json-value.ts";
import type { Span } from "../text/positions.ts";
import { fromPointer } from "../json-pointer.ts";

/** A value of a text with its place: offsets of its first character and of the end. */
export interface PlacedValue extends Span {
  readonly value: JsonValue;
  readonly members?: PlacedMembers | undefined;
  readonly items?: readonly PlacedValue[] | undefined;
}

/** A member of an object, with the place of its key. */
export interface PlacedMember {
  readonly key: Span;
  readonly node: PlacedValue;
}

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

  /** Puts a member after the others, or instead of the one of the same name. */
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

/** The range in the text of a part of a string value, as the text's syntax writes strings. */
export type LocateInString = (string: PlacedValue, part: Span) => Span;

/** Where the values of a document are in its text. */
export class DocumentPositions {
  readonly #root: PlacedValue | undefined;
  readonly #locateInString: LocateInString;

  constructor(root: PlacedValue | undefined, locateInString: LocateInString) {
    this.#root = root;
    this.#locateInString = locateInString;
  }

  /** The range of the value at a JSON Pointer; of its nearest parent when there is no such value. */
  value(pointer: string): Span | undefined {
    const found = this.#find(pointer);
    return found && spanOf(found.node);
  }

  /** The range of the key of the member at a JSON Pointer, or of the value when it has no key. */
  key(pointer: string): Span | undefined {
    const found = this.#find(pointer);
    return found?.key ?? (found && spanOf(found.node));
  }

  /**
   * The range of a part of the string at a JSON Pointer. `part` counts UTF-16 units of the string's
   * value; the result counts those of the text, where an escape like `\u0026` is longer than the
   * character it stands for.
   */
  within(pointer: string, part: Span): Span | undefined {
    const found = this.#find(pointer);
    if (found === undefined || !found.complete || typeof found.node.value !== "string") {
      return found && spanOf(found.node);
    }
    const { length } = found.node.value;
    const start = Math.min(Math.max(part.start, 0), length);
    const end = Math.min(Math.max(part.end, start), length);
    return spanOf(this.#locateInString(found.node, { start, end }));
  }

  #find(pointer: string): Found | undefined {
    if (this.#root === undefined) return undefined;
    let found: Found = { node: this.#root, complete: true };
    for (const key of fromPointer(pointer)) {
      const { members, items } = found.node;
      const item = /^(?:0|[1-9]\d*)$/.test(key) ? items?.[Number(key)] : undefined;
      const next = members?.get(key) ?? (item && { node: item });
      if (next === undefined) return { ...found, complete: false };
      found = { ...next, complete: true };
    }
    return found;
  }
}

interface Found {
  readonly node: PlacedValue;
  readonly key?: Span;
  /** Whether it is the value at the pointer, and not only the nearest one around it. */
  readonly complete: boolean;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
