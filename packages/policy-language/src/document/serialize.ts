import { isLosslessNumber } from "lossless-json";
import { toPointer } from "../json-pointer.ts";
import { shortened } from "../text/shown.ts";
import { keysInOrder } from "../json-value.ts";

/**
 * Writes a policy document, or any JSON value, as JSON text. Nothing is lost silently.
 *
 * Keys stay in the author's order, also keys like `"10"` of a document that was parsed from text.
 * (In an object that a program made, JavaScript itself puts keys that are whole numbers first.)
 * Numbers keep all their digits, `-0` its sign, and a lone surrogate is written as an escape.
 * A member that is `undefined` is left out, and an object with a `toJSON` method is written as what
 * that returns. A bigint is written as its digits.
 *
 * @param indent - spaces a level; 0 writes one line
 * @throws TypeError, which names the place by its JSON Pointer, for what JSON has no counterpart
 *   of: `undefined` as a document or in a list, functions, symbols, dates, maps, sets and other
 *   class instances
 * @throws RangeError, likewise, for NaN, infinities, a bigint that does not fit in 64 bits, a value
 *   that contains itself, and more than 600 levels
 */
export function serialize(document: unknown, indent = 0): string {
  return new Writer(indent).write(document, "");
}

// Deeper than any document that can be parsed, with room for what a report puts around it.
const maxLevels = 600;

// Of 64 bits, with a sign or without.
const wholeNumbers = { least: -(2n ** 63n), greatest: 2n ** 64n - 1n };

class Writer {
  readonly #indent: number;
  readonly #keys: (string | number)[] = [];
  readonly #open = new Set<object>();

  constructor(indent: number) {
    this.#indent = indent;
  }

  /** @param lineStart - the line break and indentation of the line on which the value begins */
  write(value: unknown, lineStart: string): string {
    switch (typeof value) {
      case "string":
      case "boolean":
        return JSON.stringify(value);
      case "number":
        if (!Number.isFinite(value)) throw new RangeError(this.#complaint(String(value)));
        return Object.is(value, -0) ? "-0" : String(value);
      case "bigint":
        if (value < wholeNumbers.least || value > wholeNumbers.greatest) {
          throw new RangeError(`${this.#place()} is ${value}n, which does not fit in 64 bits.`);
        }
        return String(value);
      case "object":
        if (value === null) return "null";
        if (isLosslessNumber(value)) return value.value;
        return this.#inside(value, lineStart);
      default:
        throw new TypeError(
          this.#complaint(value === undefined ? "undefined" : `a ${typeof value}`),
        );
    }
  }

  #inside(value: object, lineStart: string): string {
    if (this.#open.has(value)) throw new RangeError(`${this.#place()} contains itself.`);
    if (this.#open.size >= maxLevels) {
      throw new RangeError(`${this.#place()} is nested deeper than ${maxLevels} levels.`);
    }
    this.#open.add(value);
    const text = this.#container(value, lineStart);
    this.#open.delete(value);
    return text;
  }

  #container(value: object, lineStart: string): string {
    if (Array.isArray(value)) return this.#list(value, lineStart);
    const toJson: unknown = "toJSON" in value ? value.toJSON : undefined;
    if (typeof toJson === "function" && !(value instanceof Date)) {
      return this.write(toJson.call(value), lineStart);
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) {
      throw new TypeError(this.#complaint(nameOfClass(value)));
    }
    return this.#object(value as Readonly<Record<string, unknown>>, lineStart);
  }

  #list(list: readonly unknown[], lineStart: string): string {
    const items: string[] = [];
    for (const [index, item] of list.entries()) {
      this.#keys.push(index);
      items.push(this.write(item, this.#deeper(lineStart)));
      this.#keys.pop();
    }
    return this.#join("[", items, "]", lineStart);
  }

  #object(object: Readonly<Record<string, unknown>>, lineStart: string): string {
    const colon = this.#indent === 0 ? ":" : ": ";
    const members: string[] = [];
    for (const key of keysInOrder(object)) {
      const value = object[key];
      if (value === undefined) continue;
      this.#keys.push(key);
      members.push(`${JSON.stringify(key)}${colon}${this.write(value, this.#deeper(lineStart))}`);
      this.#keys.pop();
    }
    return this.#join("{", members, "}", lineStart);
  }

  #join(open: string, parts: readonly string[], close: string, lineStart: string): string {
    if (this.#indent === 0 || parts.length === 0) return `${open}${parts.join(",")}${close}`;
    const line = this.#deeper(lineStart);
    return `${open}${line}${parts.join(`,${line}`)}${lineStart || "\n"}${close}`;
  }

  #deeper(lineStart: string): string {
    return `${lineStart || "\n"}${" ".repeat(this.#indent)}`;
  }

  #complaint(what: string): string {
    return `${this.#place()} is ${what}, which JSON cannot hold.`;
  }

  #place(): string {
    return this.#keys.length === 0 ? "The document" : shortened(toPointer(this.#keys), 200);
  }
}

function nameOfClass(value: object): string {
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== ""
    ? `a ${constructor.name}`
    : "an object of a class";
}
