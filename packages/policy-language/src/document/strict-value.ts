import { toPointer } from "../json-pointer.ts";
import { keepKeyOrder, type JsonObject, type JsonValue } from "../json-value.ts";
import type { Span } from "../text/positions.ts";
import type { DocumentError } from "./document-error.ts";

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

/** What stops the reading of a text that is nested too deep. */
export function tooDeep(span: Span): StopReading {
  return new StopReading({ code: "too-deep", span, detail: String(maxNesting), pointer: "" });
}

/** An object that is read member by member; of a key that occurs twice, the last one counts. */
export class ObjectReader {
  // `Object.create(null)` makes a hash table, which takes twice the memory and is slower to read.
  readonly #value = Object.setPrototypeOf({}, null) as Record<string, JsonValue>;
  readonly #keys = new Map<string, Span>();

  has(name: string): boolean {
    return this.#keys.has(name);
  }

  /**
   * Takes note of a key.
   *
   * @param path - the keys that lead to the object
   * @returns the error that it is when the object has it already
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

  /** The object, when all of its members are read. */
  get value(): JsonObject {
    keepKeyOrder(this.#value, [...this.#keys.keys()]);
    return this.#value;
  }
}
