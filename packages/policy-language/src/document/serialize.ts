import { stringify } from "lossless-json";

/**
 * Writes a policy document, or any JSON value, as JSON text: keys in the author's order, numbers
 * with all their digits.
 *
 * @param indent - spaces a level; 0 writes one line
 */
export function serialize(document: unknown, indent = 0): string {
  const text = stringify(document, undefined, indent === 0 ? undefined : indent);
  if (text === undefined) throw new TypeError("Only JSON values can be serialized.");
  return text;
}
