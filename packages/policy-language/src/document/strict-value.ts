import { toPointer } from "../json-pointer.ts";
import { keepKeyOrder, type JsonObject, type JsonValue } from "../json-value.ts";
import type { Span } from "../text/positions.ts";
import type { DocumentError } from "./document-error.ts";

/** The maximum nesting depth of lists and objects in a document. */
export const maxNesting = 500;

/** Thrown to stop parsing after an error that makes the rest a guess. */
export class StopReading extends Error {
  readonly error: DocumentError;

  constructor(error: DocumentError) {
    super(error.code);
    this.error = error;
  }
}

export function tooDeep(span: Span): StopReading {
  return new StopReading({ code: "too-deep", span, detail: String(maxNesting), pointer: "" });
}

/** Collects the members of an object; of duplicate keys, the last counts. */
export class ObjectReader {
  // `Object.create(null)` makes a hash table, which takes twice the memory and is slower to read.
  readonly #value = Object.setPrototypeOf({}, null) as Record<string, JsonValue>;
  readonly #keys = new Map<string, Span>();

  has(name: string): boolean {
    return this.#keys.has(name);
  }

  /**
   * Records a key.
   *
   * @param path - the keys that lead to the object
   * @returns an error when the object has the key already
   */
  key(name: string, span: Span, path: readonly (string | number)[]): DocumentError | undefined {
    const first = this.#keys.get(name);
    this.#keys.set(name, span);
    if (first === undefined) return undefined;
    const pointer = toPointer([...path, name]);
    return { code: "duplicate-key", span, detail: name, pointer, first };
  }

  set(name: string, value: JsonValue): void {
    this.#value[name] = value;
  }

  get value(): JsonObject {
    keepKeyOrder(this.#value, [...this.#keys.keys()]);
    return this.#value;
  }
}
