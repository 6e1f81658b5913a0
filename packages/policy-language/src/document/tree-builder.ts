import { toPointer } from "../json-pointer.ts";
import { keepKeyOrder, type JsonObject, type JsonValue } from "../json-value.ts";
import type { Span } from "../text/positions.ts";
import type { DocumentError } from "./document-error.ts";
import { PlacedMembers, type PlacedValue } from "./placed-value.ts";

/** Levels of lists and objects that the text of a document may have. */
export const maxNesting = 500;

/** Ends the reading of a text after an error behind which all would be a guess. */
export class StopReading extends Error {
  readonly error: DocumentError;

  constructor(error: DocumentError) {
    super(error.code);
    this.error = error;
  }
}

/**
 * Builds a value with its places from the parts of a text in their order. Notes duplicate keys, and
 * throws {@link StopReading} when the nesting is too deep.
 */
export class TreeBuilder {
  readonly errors: DocumentError[] = [];
  root: PlacedValue | undefined;
  readonly #open: Container[] = [];
  /** Each name once, however often it was read. */
  readonly #names = new Map<string, string>();

  /** How many lists and objects are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** JSON Pointer to the value that comes next. */
  get pointer(): string {
    const last = this.#open.length - 1;
    return toPointer(
      this.#open.map(({ items, key }, level) => {
        if (items === undefined) return key?.name ?? "";
        // Lists hold the open value in them already.
        return level === last ? items.length : items.length - 1;
      }),
    );
  }

  beginObject(start: number): void {
    // `Object.create(null)` makes a hash table, which takes twice the memory and is slower to read.
    const value = Object.setPrototypeOf({}, null) as Record<string, JsonValue>;
    this.#begin({ start, end: start, value, members: new PlacedMembers() });
  }

  beginList(start: number): void {
    this.#begin({ start, end: start, value: [], items: [] });
  }

  /** Ends the object or list that was begun last; `end` is the first offset after it. */
  end(end: number): PlacedValue {
    const container = this.#open.pop();
    if (container === undefined) throw new Error("nothing is open");
    container.end = end;
    if (container.members !== undefined) {
      keepKeyOrder(container.value as JsonObject, container.members.names());
    }
    return container;
  }

  /** Whether the object that was begun last has a key. */
  hasKey(name: string): boolean {
    return this.#open.at(-1)?.members?.get(name) !== undefined;
  }

  /** Sets the key of the value that comes next. */
  key(name: string, span: Span): void {
    const first = this.#open.at(-1)?.members?.get(name)?.key;
    this.unreadableKey(name, span);
    if (first === undefined) return;
    const { pointer } = this;
    this.errors.push({ code: "duplicate-key", span, detail: name, pointer, first });
  }

  /** Sets what replaces a key; that it occurs twice is not worth an error. */
  unreadableKey(name: string, span: Span): void {
    const object = this.#open.at(-1);
    if (object?.members === undefined) return;
    const known = this.#names.get(name);
    if (known === undefined) this.#names.set(name, name);
    object.key = { name: known ?? name, span };
  }

  /** Puts a value where it belongs: after the last key, at the end of the list, or as the root. */
  place(node: PlacedValue): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.root ??= node;
    } else if (parent.items !== undefined) {
      parent.items.push(node);
      (parent.value as JsonValue[]).push(node.value);
    } else if (parent.key !== undefined) {
      const { name, span } = parent.key;
      parent.members.set(name, span, node);
      (parent.value as Record<string, JsonValue>)[name] = node.value;
    }
  }

  #begin(container: Container): void {
    const { start } = container;
    if (this.depth >= maxNesting) throw tooDeep({ start, end: start + 1 });
    this.place(container);
    this.#open.push(container);
  }
}

/** What stops the reading of a text that is nested too deep. */
export function tooDeep(span: Span): StopReading {
  return new StopReading({ code: "too-deep", span, detail: String(maxNesting), pointer: "" });
}

type Container = PlacedValue & { end: number } & (
    | { readonly members: PlacedMembers; readonly items?: never; key?: Key }
    | { readonly items: PlacedValue[]; readonly members?: never; readonly key?: never }
  );

interface Key {
  readonly name: string;
  readonly span: Span;
}
