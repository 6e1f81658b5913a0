import type { JsonValue } from "../../json-value.ts";
import { PlacedMembers } from "../placed-members.ts";
import type { PlacedValue } from "../placed-value.ts";
import { afterSpace, afterValue, endOfString } from "./scan.ts";

/**
 * The place of a value in a text that is known to be JSON. Those of its parts are looked for when
 * somebody asks: mostly nobody does, and all of them take several times the memory of the text.
 */
export class PlainPlace implements PlacedValue {
  readonly start: number;
  readonly #text: string;
  #end: number | undefined;
  #members: PlacedMembers | undefined;
  #items: readonly PlacedValue[] | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.start = start;
  }

  get end(): number {
    this.#end ??= afterValue(this.#text, this.start);
    return this.#end;
  }

  get value(): JsonValue {
    return JSON.parse(this.#text.slice(this.start, this.end)) as JsonValue;
  }

  get members(): PlacedMembers | undefined {
    if (this.#text[this.start] === "{") this.#members ??= this.#findMembers();
    return this.#members;
  }

  get items(): readonly PlacedValue[] | undefined {
    if (this.#text[this.start] === "[") this.#items ??= this.#findItems();
    return this.#items;
  }

  #findMembers(): PlacedMembers {
    const text = this.#text;
    const members = new PlacedMembers();
    let at = afterSpace(text, this.start + 1);
    while (text[at] === '"') {
      const key = { start: at, end: endOfString(text, at) + 1 };
      const colon = afterSpace(text, key.end);
      const value = this.#at(afterSpace(text, colon + 1));
      members.set(JSON.parse(text.slice(key.start, key.end)) as string, key, value);
      at = this.#next(value);
    }
    return members;
  }

  #findItems(): PlacedValue[] {
    const items: PlacedValue[] = [];
    let at = afterSpace(this.#text, this.start + 1);
    while (at < this.end - 1) {
      const item = this.#at(at);
      items.push(item);
      at = this.#next(item);
    }
    return items;
  }

  #at(start: number): PlainPlace {
    return new PlainPlace(this.#text, start);
  }

  /** Where the next member or item begins, or the bracket that closes this value. */
  #next({ end }: PlacedValue): number {
    const comma = afterSpace(this.#text, end);
    return this.#text[comma] === "," ? afterSpace(this.#text, comma + 1) : comma;
  }
}
