import { CommandError } from "../command-error.ts";

/** Headers by name in lower case. */
export type Headers = Record<string, string[]>;

/**
 * Takes a header apart that is written as a line: `name: value`.
 *
 * @param option - where it was given
 */
export function parseHeaderLine(line: string, option: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon > 0) return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  throw new CommandError(`${option}: "${line}" is not a header.`, {
    help: 'Write name and value with a colon between them, like "accept: text/html".',
  });
}

/** Adds a value to a header. */
export function addHeader(headers: Headers, name: string, value: string): void {
  const key = name.toLowerCase();
  // A name like `__proto__` is one like any other.
  const before = Object.hasOwn(headers, key) ? (headers[key] ?? []) : [];
  Object.defineProperty(headers, key, {
    value: [...before, value],
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
