import type { JsonObject } from "../json-value.ts";

// JavaScript puts keys that are whole numbers first, whatever the author's order was. For objects
// with such keys the order is kept beside the object, so that objects stay ordinary ones.
const orders = new WeakMap<object, readonly string[]>();

/** Remembers in which order the author wrote the keys of an object that was read from a text. */
export function rememberKeyOrder(object: JsonObject, written: readonly string[]): void {
  if (Object.keys(object).some((key, index) => key !== written[index])) orders.set(object, written);
}

/** The keys of an object in the author's order. */
export function keysInOrder(object: object): readonly string[] {
  const keys = Object.keys(object);
  const written = orders.get(object);
  const isCurrent =
    written?.length === keys.length && written.every((key) => Object.hasOwn(object, key));
  return isCurrent ? written : keys;
}
