import { fromPointer } from "../json-pointer.ts";
import type { Span } from "../span.ts";
import type { PlacedValue } from "./placed-value.ts";

/** The range in the text of a part of a string value, as the text's syntax writes strings. */
export type LocateInString = (string: PlacedValue, part: Span) => Span;

/** Where the values of a document stand in its text. */
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
    return this.#locateInString(found.node, { start, end });
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
