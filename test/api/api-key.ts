import { inspect } from "node:util";
import { expect } from "vitest";

/** A key that would be recognised wherever it showed. */
export const apiKey = "tp_key_7Q2xVw9Zr4LmB8";

/** Whatever is printed of a value, the key must not be in it, nor the most of it. */
export function expectNoKey(value: unknown): void {
  const shown = [
    String(value),
    inspect(value, { depth: Infinity, showHidden: true }),
    JSON.stringify(value) ?? "",
    ...(value instanceof Error ? [value.message, value.stack ?? "", inspect(value.cause)] : []),
  ];
  expect(shown.filter((text) => text.includes(apiKey.slice(0, -6)))).toEqual([]);
}
