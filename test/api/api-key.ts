import { inspect } from "node:util";
import { expect } from "vitest";
import { apiKey, showsKey } from "../recognisable-key.ts";

export { apiKey };

/** Whatever is printed of a value, the key must not be in it, nor the most of it. */
export function expectNoKey(value: unknown): void {
  const shown = [
    String(value),
    inspect(value, { depth: Infinity, showHidden: true }),
    JSON.stringify(value) ?? "",
    ...(value instanceof Error ? [value.message, value.stack ?? "", inspect(value.cause)] : []),
  ];
  expect(shown.filter(showsKey)).toEqual([]);
}
